import { invoiceItemSchema } from "@shipment-tracking/contracts";
import { readStream } from "@shipment-tracking/event-log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { serve } from "../fixtures/web-server.ts";
import {
  freight,
  issuedInvoice,
  newCustomer,
  newInvoice as newInvoiceOf,
} from "./fixtures/billing.ts";

let web: WebFixture;
let company: Company;
let client: Client;
let stranger: Client;
let customerId: string;
let shipment: { readonly id: string; readonly shipmentNumber: string };
beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
  client = await company.as("billing");
  stranger = await (await web.company("Other")).as("admin");
  customerId = await newCustomer(client);
  const dispatcher = await company.as("dispatcher");
  shipment = (await dispatcher.call("POST /api/shipments", { mode: "air" })).body.shipment;
});
afterAll(async () => {
  await web.close();
});

const newInvoice = (body: object = {}) => newInvoiceOf(client, { customerId, ...body });
const issued = () => issuedInvoice(client, { customerId });

async function logOf(path: string): Promise<readonly string[]> {
  const events = await readStream(web.db.pool("web"), path.replace("/api/invoices/", ""));
  return events.map((event) => event.type);
}

function sorted<Value extends string | number>(values: readonly Value[]): readonly Value[] {
  return values.toSorted((one, other) => (one < other ? -1 : 1));
}

/** Everything that a refused command could have left behind. */
async function stored(): Promise<unknown> {
  const { rows } = await web.db.pool("admin").query({
    text: `
      select (select count(*) from write.invoices) as invoices,
        (select count(*) from write.invoice_payments) as payments,
        (select count(*) from write.event_log where type like 'invoice.%') as events,
        (select count(*) from write.audit_log where action like 'invoice.%') as lines,
        (select sum(last_value) from write.counters) as numbers`,
  });
  return rows[0];
}

const today = () => new Date().toISOString().slice(0, 10);

describe("creating", () => {
  test("answers 201 with every field of the interface, and the version", async () => {
    const answer = await client.call("POST /api/invoices", {
      customerId: customerId.toUpperCase(),
      shipmentId: shipment.id,
      currency: "kwd",
      lineItems: [
        { ...freight, quantity: "2.5", unitAmountMinor: 333 },
        { ...freight, chargeCode: "discount", description: "Loyal", unitAmountMinor: -100 },
        { ...freight, chargeCode: "tax", quantity: "0.077", amountMinor: 77 },
      ],
      issueDate: "2026-02-28",
      dueDate: "2026-03-31",
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.header("x-position")).toMatch(/^\d{1,2}\.\d+$/);
    const { invoice } = answer.body;
    expect(invoice).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: 1,
      invoiceNumber: "INV-000001",
      status: "draft",
      overdue: false,
      customerId,
      customerName: "Alpha AG",
      shipmentId: shipment.id,
      shipmentNumber: shipment.shipmentNumber,
      currency: "KWD",
      subtotalMinor: 732,
      taxMinor: 77,
      totalMinor: 809,
      amountPaidMinor: 0,
      balanceMinor: 809,
      lineItems: [
        { ...freight, quantity: "2.5", unitAmountMinor: 333, amountMinor: 832 },
        {
          ...freight,
          chargeCode: "discount",
          description: "Loyal",
          unitAmountMinor: -100,
          amountMinor: -100,
        },
        { ...freight, chargeCode: "tax", quantity: "0.077", amountMinor: 77 },
      ],
      issueDate: "2026-02-28",
      dueDate: "2026-03-31",
      issuedAt: null,
      paidAt: null,
      voidedAt: null,
      createdAt: expect.any(String),
      updatedAt: invoice.createdAt,
    });
    const { version: _version, ...item } = invoice;
    expect(invoiceItemSchema.parse(item)).toEqual(item);
    expect((await client.call(`GET /api/invoices/${invoice.id}`)).body).toEqual({
      invoice,
      payments: [],
    });
  });

  test("takes the customer's currency, and asks when there is none", async () => {
    expect((await newInvoice()).currency).toBe("EUR");
    const without = await newCustomer(client, { currency: null });
    const answer = await client.call("POST /api/invoices", { customerId: without });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: "currency: is required, because the customer has none." },
    ]);
  });

  test.each([
    ["JPY", 1500],
    ["EUR", 1999],
    ["KWD", 12_345],
  ])("in %s keeps whole minor units", async (currency, unitAmountMinor) => {
    const lineItems = [{ ...freight, unitAmountMinor }];
    expect(await newInvoice({ currency, lineItems })).toMatchObject({
      currency,
      totalMinor: unitAmountMinor,
    });
  });

  test("up to 2^53 - 1, and not beyond", async () => {
    const unitAmountMinor = Number.MAX_SAFE_INTEGER;
    const invoice = await newInvoice({ lineItems: [{ ...freight, unitAmountMinor }] });
    expect(invoice.balanceMinor).toBe(Number.MAX_SAFE_INTEGER);
    const path = `/api/invoices/${invoice.id}`;
    await client.call(`POST ${path}/issue`);
    const paid = await client.call(`POST ${path}/payments`, { amountMinor: unitAmountMinor });
    expect([paid.status, paid.body.invoice.status]).toEqual([201, "paid"]);
    expect((await client.call(`GET ${path}`)).body.payments[0].amountMinor).toBe(unitAmountMinor);
  });

  test("numbers are unique in the company and free across companies", async () => {
    await newInvoice({ invoiceNumber: "R-1" });
    const again = await client.call("POST /api/invoices", { customerId, invoiceNumber: " R-1 " });
    expect([again.status, again.body]).toEqual([
      409,
      { error: "The invoice number R-1 is already used." },
    ]);
    const theirs = await stranger.call("POST /api/invoices", {
      customerId: await newCustomer(stranger),
      invoiceNumber: "R-1",
    });
    expect(theirs.status).toBe(201);
  });

  test("20 at the same time get 20 numbers, around one that was entered by hand", async () => {
    const admin = await (await web.company("Parallel")).as("admin");
    const of = { customerId: await newCustomer(admin) };
    await admin.call("POST /api/invoices", { ...of, invoiceNumber: "INV-000007" });
    const server = await serve(web.app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.post("/api/invoices", admin.cookie, { body: of })),
    );
    await server.stop();
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
    const numbers = sorted(answers.map((answer) => answer.body.invoice.invoiceNumber));
    expect(new Set(numbers).size).toBe(20);
    expect(numbers).not.toContain("INV-000007");
    expect([numbers[0], numbers.at(-1)]).toEqual(["INV-000001", "INV-000021"]);
  });

  const line = (changes: object) => ({ lineItems: [freight, { ...freight, ...changes }] });
  const large = "is beyond the largest amount that can be kept (2^53 - 1 minor units).";
  const quantity =
    "lineItems[1].quantity: must be a decimal text above 0 such as 2 or 1.25, with at most 6 decimals.";
  test.each([
    [{ customerId: undefined }, "customerId: is required."],
    [{ customerId: "7" }, "customerId: must be a UUID."],
    [{ currency: "EURO" }, "currency: must be an ISO 4217 currency code such as EUR."],
    [{ currency: null }, "currency: must be text."],
    [{ dueDate: "2026-02-30" }, "dueDate: is a day that does not exist."],
    [{ dueDate: "2026-13-01" }, "dueDate: is a day that does not exist."],
    [{ dueDate: "2026-2-3" }, "dueDate: must be a date such as 2026-03-29."],
    [{ dueDate: "2026-03-01T00:00:00Z" }, "dueDate: must be a date such as 2026-03-29."],
    [{ dueDate: "1969-12-31" }, "dueDate: must lie in the years 1970 to 9999."],
    [{ dueDate: "2026-03-01\0" }, "dueDate: must be a date such as 2026-03-29."],
    [
      { issueDate: "2026-03-02", dueDate: "2026-03-01" },
      "dueDate: must not lie before the issue date.",
    ],
    [{ invoiceNumber: "a\0" }, "invoiceNumber: must not contain control characters."],
    [{ totalMinor: 5 }, "totalMinor: is not a known field."],
    [{ status: "paid" }, "status: is not a known field."],
    [{ lineItems: {} }, "lineItems: must be a list."],
    [
      { lineItems: Array.from({ length: 201 }, () => freight) },
      "lineItems: must have at most 200 entries.",
    ],
    [
      line({ chargeCode: "Freight" }),
      "lineItems[1].chargeCode: must be one of freight, fuel_surcharge, accessorial, detention, insurance, customs, tax, discount, other.",
    ],
    [line({ description: " " }), "lineItems[1].description: must not be blank."],
    [line({ vat: 1 }), "lineItems[1].vat: is not a known field."],
    [line({ quantity: 2 }), "lineItems[1].quantity: must be text."],
    [line({ quantity: "1e3" }), quantity],
    [line({ quantity: "-1" }), quantity],
    [line({ quantity: "0" }), quantity],
    [line({ quantity: "1.0000001" }), quantity],
    [line({ unitAmountMinor: "10" }), "lineItems[1].unitAmountMinor: must be a number."],
    [line({ unitAmountMinor: 10.5 }), "lineItems[1].unitAmountMinor: must be a whole number."],
    [
      line({ unitAmountMinor: 2 ** 53 }),
      "lineItems[1].unitAmountMinor: must be at most 9007199254740991.",
    ],
    [
      line({ unitAmountMinor: -(2 ** 53) }),
      "lineItems[1].unitAmountMinor: must be at least -9007199254740991.",
    ],
    [
      line({ unitAmountMinor: -1 }),
      "lineItems[1].unitAmountMinor: can be negative for a discount only.",
    ],
    [
      line({ quantity: "2", unitAmountMinor: 2 ** 53 - 1 }),
      `lineItems[1].unitAmountMinor: × quantity ${large}`,
    ],
    [line({ unitAmountMinor: 2 ** 53 - 1 }), `lineItems: their total ${large}`],
    [
      line({ amountMinor: 999 }),
      "lineItems[1].amountMinor: must be 1000: quantity × unitAmountMinor, rounded half to even. It can be left out.",
    ],
  ])("refuses %j, naming the field, and stores nothing", async (body, error) => {
    const before = await stored();
    const answer = await client.call("POST /api/invoices", { customerId, ...body });
    expect([answer.status, answer.body]).toEqual([400, { error }]);
    expect(await stored()).toEqual(before);
  });

  test("an amount that reading would round is refused", async () => {
    const text = JSON.stringify({ customerId, lineItems: [freight] });
    const finer = text.replace("1000", "1000.00000000000000001");
    const answer = await client.call("POST /api/invoices", finer);
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: "unitAmountMinor: has more digits than a number can keep." },
    ]);
  });

  test("a lone surrogate in a line is refused", async () => {
    const text = JSON.stringify({ customerId, lineItems: [freight] }).replace("Bern", "\\udc00");
    const answer = await client.call("POST /api/invoices", text);
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: "lineItems[0].description: is not valid Unicode text." },
    ]);
  });
});

describe("another company's", () => {
  const nobody = "00000000-0000-4000-8000-000000000000";

  test("customer or shipment in a body is a 404 naming the field, as is an id that nobody has", async () => {
    const theirCustomer = await newCustomer(stranger);
    const made = await stranger.call("POST /api/shipments", { mode: "air" });
    const { id } = await newInvoice();
    const before = await stored();
    for (const foreign of [theirCustomer, nobody]) {
      for (const answer of [
        await client.call("POST /api/invoices", { customerId: foreign }),
        await client.call(`PATCH /api/invoices/${id}`, { customerId: foreign }),
      ]) {
        expect([answer.status, answer.body]).toEqual([
          404,
          { error: "customerId: There is no such customer." },
        ]);
      }
    }
    for (const shipmentId of [made.body.shipment.id, nobody]) {
      for (const answer of [
        await client.call("POST /api/invoices", { customerId, shipmentId }),
        await client.call(`PATCH /api/invoices/${id}`, { shipmentId }),
      ]) {
        expect([answer.status, answer.body]).toEqual([
          404,
          { error: "shipmentId: There is no such shipment." },
        ]);
      }
    }
    expect(await stored()).toEqual(before);
  });

  test("invoice is a 404, whatever is done to it", async () => {
    const { id } = await newInvoice();
    const path = `/api/invoices/${id}`;
    const answers = [
      await stranger.call(`GET ${path}`),
      await stranger.call(`PATCH ${path}`, { dueDate: null }),
      await stranger.call(`DELETE ${path}`),
      await stranger.call(`POST ${path}/issue`),
      await stranger.call(`POST ${path}/payments`, { amountMinor: 1 }),
      await stranger.call(`POST ${path}/payments/${nobody}/reverse`),
      await stranger.call(`POST ${path}/void`),
      await stranger.call(`POST ${path}/uncollectible`),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([404, { error: "Not found" }]);
    }
    expect(await logOf(path)).toEqual(["invoice.created"]);
  });
});

describe("a draft", () => {
  test("can be changed, with what was audited", async () => {
    const invoice = await newInvoice({ shipmentId: shipment.id });
    const path = `/api/invoices/${invoice.id}`;
    const other = await newCustomer(client, { name: "Beta AG", currency: "JPY" });
    const answer = await client.call(`PATCH ${path}`, {
      customerId: other,
      shipmentId: null,
      lineItems: invoice.lineItems.concat(freight),
      version: 1,
    });
    expect([answer.status, answer.body.invoice]).toMatchObject([
      200,
      {
        version: 2,
        customerName: "Beta AG",
        currency: "EUR",
        shipmentId: null,
        shipmentNumber: null,
        totalMinor: 2000,
      },
    ]);
    const { rows } = await web.db.pool("admin").query<{ details: string }>({
      text: "select details::text from write.audit_log where subject_id = $1 and action = 'invoice.updated'",
      values: [invoice.id],
    });
    const { changes, ...line } = JSON.parse(rows[0]?.details ?? "");
    expect(line).toEqual({ invoiceNumber: invoice.invoiceNumber, status: "draft" });
    expect(changes.map((change: { field: string }) => change.field)).toEqual([
      "customerId",
      "customerName",
      "shipmentId",
      "lineItems",
      "totalMinor",
    ]);
  });

  test("changed to what it is appends nothing", async () => {
    const invoice = await newInvoice();
    const { lineItems } = invoice;
    const answer = await client.call(`PATCH /api/invoices/${invoice.id}`, { lineItems });
    expect([answer.status, answer.body]).toEqual([200, { invoice }]);
    expect(await logOf(invoice.id)).toHaveLength(1);
  });

  test("from a version that has moved on is refused", async () => {
    const { id } = await newInvoice();
    await client.call(`PATCH /api/invoices/${id}`, { dueDate: "2030-01-01" });
    const error = "The invoice has changed: it is at version 2, not 1.";
    for (const answer of [
      await client.call(`PATCH /api/invoices/${id}`, { dueDate: null, version: 1 }),
      await client.call(`POST /api/invoices/${id}/issue`, { version: 1 }),
      await client.call(`DELETE /api/invoices/${id}`, { version: 1 }),
    ]) {
      expect([answer.status, answer.body]).toEqual([409, { error }]);
    }
  });

  test("cannot take another invoice's number", async () => {
    await newInvoice({ invoiceNumber: "TAKEN" });
    const { id } = await newInvoice();
    const answer = await client.call(`PATCH /api/invoices/${id}`, { invoiceNumber: "TAKEN" });
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: "The invoice number TAKEN is already used." },
    ]);
  });

  test("can be deleted: it is gone, its number is free again, the log knows", async () => {
    const { id } = await newInvoice({ invoiceNumber: "GONE" });
    const answer = await client.call(`DELETE /api/invoices/${id}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(answer.header("x-position")).toMatch(/^\d+\.\d+$/);
    expect((await client.call(`GET /api/invoices/${id}`)).status).toBe(404);
    expect((await client.call(`DELETE /api/invoices/${id}`)).status).toBe(404);
    expect(await logOf(id)).toEqual(["invoice.created", "invoice.deleted"]);
    await newInvoice({ invoiceNumber: "GONE" });
  });
});

describe("issuing", () => {
  test("dates the invoice from the customer's terms and freezes it", async () => {
    const path = await issued();
    const { invoice } = (await client.call(`GET ${path}`)).body;
    const due = new Date(Date.parse(invoice.issueDate) + 30 * 86_400_000);
    expect(invoice).toMatchObject({
      status: "issued",
      version: 2,
      issueDate: today(),
      dueDate: due.toISOString().slice(0, 10),
      issuedAt: expect.any(String),
    });
    const refusals = [
      await client.call(`PATCH ${path}`, { dueDate: null }),
      await client.call(`DELETE ${path}`),
      await client.call(`POST ${path}/issue`),
    ];
    expect(refusals.map((answer) => [answer.status, answer.body.error])).toEqual([
      [409, "The invoice is issued; only drafts can be changed."],
      [409, "The invoice is issued; only drafts can be deleted."],
      [409, "The invoice is issued; only drafts can be issued."],
    ]);
    expect(await logOf(path)).toEqual(["invoice.created", "invoice.issued"]);
  });

  test("an empty invoice is refused", async () => {
    const { id } = await newInvoice({ lineItems: [] });
    const answer = await client.call(`POST /api/invoices/${id}/issue`, {});
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: "The invoice has no line items: add at least one before issuing it." },
    ]);
  });

  test("10 at the same time issue it once", async () => {
    const { id } = await newInvoice();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.call(`POST /api/invoices/${id}/issue`)),
    );
    const statuses = sorted(answers.map((answer) => answer.status));
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expect(await logOf(id)).toHaveLength(2);
  });
});

describe("payments", () => {
  test("are answered 201, listed with their reversals, and end in paid", async () => {
    const path = await issued();
    const first = await client.call(`POST ${path}/payments`, {
      amountMinor: 400,
      currency: "eur",
      paidOn: "2026-01-15",
      reference: "Bank 7",
    });
    expect(first.status).toBe(201);
    expect(first.header("x-position")).toMatch(/^\d+\.\d+$/);
    expect(first.body).toMatchObject({
      payment: {
        amountMinor: 400,
        paidOn: "2026-01-15",
        reference: "Bank 7",
        reversesPaymentId: null,
      },
      invoice: { status: "partially_paid", amountPaidMinor: 400, balanceMinor: 600, version: 3 },
    });
    const { id } = first.body.payment;
    const reversed = await client.call(`POST ${path}/payments/${id}/reverse`, { reason: "typo" });
    expect([reversed.status, reversed.body]).toMatchObject([
      201,
      {
        payment: { amountMinor: -400, reference: "typo", reversesPaymentId: id },
        invoice: { status: "issued", amountPaidMinor: 0, balanceMinor: 1000 },
      },
    ]);
    const again = await client.call(`POST ${path}/payments/${id}/reverse`);
    expect(again.status).toBe(409);
    const rest = await client.call(`POST ${path}/payments`, { amountMinor: 1000 });
    expect(rest.body.invoice).toMatchObject({ status: "paid", paidAt: expect.any(String) });
    const { payments } = (await client.call(`GET ${path}`)).body;
    expect(payments.map((one: { amountMinor: number }) => one.amountMinor)).toEqual([
      400, -400, 1000,
    ]);
    expect(await logOf(path)).toEqual([
      "invoice.created",
      "invoice.issued",
      "invoice.payment_recorded",
      "invoice.payment_recorded",
      "invoice.payment_recorded",
    ]);
  });

  test("10 at the same time never pay more than is owed", async () => {
    const path = await issued();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.call(`POST ${path}/payments`, { amountMinor: 300 })),
    );
    const statuses = sorted(answers.map((answer) => answer.status));
    expect(statuses).toEqual([201, 201, 201, ...Array(7).fill(409)]);
    expect((await client.call(`GET ${path}`)).body.invoice).toMatchObject({
      amountPaidMinor: 900,
      balanceMinor: 100,
    });
  });

  test("with one Idempotency-Key are recorded once", async () => {
    const path = await issued();
    const key = { "idempotency-key": "pay-once" };
    await client.call(`POST ${path}/payments`, { amountMinor: 300 }, key);
    const again = await client.call(`POST ${path}/payments`, { amountMinor: 300 }, key);
    expect([again.status, again.header("idempotent-replayed")]).toEqual([201, "true"]);
    expect((await client.call(`GET ${path}`)).body.invoice.amountPaidMinor).toBe(300);
  });

  test.each([
    [{}, 400, "amountMinor: is required."],
    [{ amountMinor: 0 }, 400, "amountMinor: must be at least 1."],
    [{ amountMinor: -5 }, 400, "amountMinor: must be at least 1."],
    [{ amountMinor: 1.5 }, 400, "amountMinor: must be a whole number."],
    [{ amountMinor: "100" }, 400, "amountMinor: must be a number."],
    [{ amountMinor: 2 ** 53 }, 400, "amountMinor: must be at most 9007199254740991."],
    [{ amountMinor: 1001 }, 409, "The payment is more than the balance of 1000 minor units."],
    [{ amountMinor: 1, currency: "USD" }, 400, "currency: must be the invoice's, EUR."],
    [{ amountMinor: 1, paidOn: "2026-02-30" }, 400, "paidOn: is a day that does not exist."],
    [{ amountMinor: 1, paidOn: "9999-01-01" }, 400, "paidOn: must not lie in the future."],
    [{ amountMinor: 1, reference: "\0" }, 400, "reference: must not contain control characters."],
    [{ amountMinor: 1, tip: 1 }, 400, "tip: is not a known field."],
  ])("%j is refused", async (body, status, error) => {
    const path = await issued();
    const before = await stored();
    const answer = await client.call(`POST ${path}/payments`, body);
    expect([answer.status, answer.body]).toEqual([status, { error }]);
    expect(await stored()).toEqual(before);
  });
});

describe("ending", () => {
  test("by voiding, while nothing is paid", async () => {
    const path = await issued();
    const answer = await client.call(`POST ${path}/void`, { reason: "wrong customer" });
    expect([answer.status, answer.body.invoice]).toMatchObject([
      200,
      { status: "void", voidedAt: expect.any(String) },
    ]);
    const [, , event] = await readStream(web.db.pool("web"), answer.body.invoice.id);
    expect(event).toMatchObject({
      type: "invoice.voided",
      data: { reason: "wrong customer", invoice: { status: "void" } },
    });
  });

  test("by giving up, with what was paid", async () => {
    const path = await issued();
    await client.call(`POST ${path}/payments`, { amountMinor: 400 });
    expect((await client.call(`POST ${path}/void`)).status).toBe(409);
    const answer = await client.call(`POST ${path}/uncollectible`);
    expect([answer.status, answer.body.invoice]).toMatchObject([
      200,
      { status: "uncollectible", amountPaidMinor: 400, balanceMinor: 600, overdue: false },
    ]);
    expect((await client.call(`POST ${path}/payments`, { amountMinor: 1 })).status).toBe(409);
  });
});

test("everybody reads invoices, billing and administrators write them", async () => {
  for (const role of ["viewer", "dispatcher", "billing", "admin"] as const) {
    const user = await company.as(role);
    const { id } = await newInvoice();
    const writes = role === "billing" || role === "admin";
    expect((await user.call(`GET /api/invoices/${id}`)).status).toBe(200);
    expect((await user.call("GET /api/invoices")).status).toBe(200);
    expect([
      (await user.call("POST /api/invoices", { customerId })).status,
      (await user.call(`PATCH /api/invoices/${id}`, { dueDate: null })).status,
      (await user.call(`POST /api/invoices/${id}/issue`)).status,
      (await user.call(`POST /api/invoices/${id}/payments`, { amountMinor: 1 })).status,
      (await user.call(`POST /api/invoices/${id}/void`)).status,
      (await user.call(`POST /api/invoices/${id}/uncollectible`)).status,
      (await user.call(`DELETE /api/invoices/${id}`)).status,
    ]).toEqual(writes ? [201, 200, 200, 201, 409, 200, 409] : Array(7).fill(403));
  }
});
