import { readStream } from "@shipment-tracking/event-log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { serve } from "../fixtures/web-server.ts";

let web: WebFixture;
let company: Company;
let client: Client;
let viewer: Client;
let stranger: Client;
beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
  client = await company.as("dispatcher");
  viewer = await company.as("viewer");
  stranger = await (await web.company("Other")).as("admin");
});
afterAll(async () => {
  await web.close();
});

async function newCustomer(body: object = {}): Promise<Answer["body"]> {
  const answer = await client.call("POST /api/customers", { name: "Alpha AG", ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.customer;
}

function sorted(texts: readonly string[]): readonly string[] {
  return texts.toSorted((one, other) => (one < other ? -1 : 1));
}

async function storedCustomers(): Promise<number> {
  const { rows } = await web.db.pool("admin").query<{ n: number }>({
    text: `
      select (select count(*) from write.customers)
        + (select count(*) from write.event_log where type like 'customer.%')
        + (select count(*) from write.audit_log where action like 'customer.%') as n`,
  });
  return rows[0]?.n ?? 0;
}

const whole = {
  customerNumber: "K-1",
  name: "Zu\u0308rich Freight",
  status: "inactive",
  contactName: "Ann Lee",
  email: "ann@example.com",
  phone: "+41 44 000 00 00",
  billingAddress: {
    line1: "Gasse 1",
    line2: "c/o B",
    city: "Bern",
    region: "BE",
    postalCode: "3011",
    countryCode: "ch",
  },
  currency: "chf",
  paymentTermsDays: 30,
  taxId: "CHE-1",
  externalReference: "erp:7",
};

describe("creating", () => {
  test("answers 201 with every field, absent ones as null, the next number and the position", async () => {
    const answer = await client.call("POST /api/customers", { name: " Alpha AG " });
    expect(answer.status).toBe(201);
    expect(answer.header("x-position")).toMatch(/^\d{1,2}\.\d+$/);
    const { createdAt } = answer.body.customer;
    expect(answer.body.customer).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: 1,
      customerNumber: "CUS-000001",
      name: "Alpha AG",
      status: "active",
      contactName: null,
      email: null,
      phone: null,
      billingAddress: null,
      currency: null,
      paymentTermsDays: null,
      taxId: null,
      externalReference: null,
      createdAt,
      updatedAt: createdAt,
    });
  });

  test("keeps every field, normalised, and tells the log and the audit log", async () => {
    const customer = await newCustomer(whole);
    expect(customer).toMatchObject({
      ...whole,
      name: "Zürich Freight",
      billingAddress: { ...whole.billingAddress, countryCode: "CH" },
      currency: "CHF",
    });
    const { id, version, createdAt, updatedAt, ...details } = customer;
    const events = await readStream(web.db.pool("web"), id);
    expect(events.map(({ type, version, data }) => ({ type, version, data }))).toEqual([
      { type: "customer.created", version, data: { customerId: id, createdAt, details } },
    ]);
    expect(updatedAt).toBe(createdAt);
    const { rows } = await web.db.pool("admin").query({
      text: "select action, subject_type, actor_kind, details::text from write.audit_log where subject_id = $1",
      values: [id],
    });
    expect(rows).toEqual([
      {
        action: "customer.created",
        subject_type: "customer",
        actor_kind: "user",
        details: JSON.stringify({ customerNumber: "K-1", name: "Zürich Freight" }),
      },
    ]);
    const read = await viewer.call(`GET /api/customers/${id.toUpperCase()}`);
    expect(read.body).toEqual({ customer });
  });

  test("refuses a number that the company has already, and lets another company have it", async () => {
    await newCustomer({ customerNumber: "DUP" });
    const again = await client.call("POST /api/customers", { name: "B", customerNumber: " DUP " });
    expect([again.status, again.body]).toEqual([
      409,
      { error: "The customer number DUP is already used." },
    ]);
    const theirs = await stranger.call("POST /api/customers", { name: "B", customerNumber: "DUP" });
    expect(theirs.status).toBe(201);
  });

  test("20 at the same time get 20 numbers, around one that was entered by hand", async () => {
    const admin = await (await web.company("Parallel")).as("admin");
    await admin.call("POST /api/customers", { name: "By hand", customerNumber: "CUS-000005" });
    const server = await serve(web.app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.post("/api/customers", admin.cookie, { body: { name: "Parallel" } }),
      ),
    );
    await server.stop();
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
    const numbers = sorted(answers.map((answer) => answer.body.customer.customerNumber));
    expect(new Set(numbers).size).toBe(20);
    expect(numbers).not.toContain("CUS-000005");
    expect(numbers[0]).toBe("CUS-000001");
    expect(numbers.at(-1)).toBe("CUS-000021");
  });

  test("the same Idempotency-Key creates one", async () => {
    const body = { name: "Once" };
    const key = { "idempotency-key": "customer-once" };
    const first = await client.call("POST /api/customers", body, key);
    const second = await client.call("POST /api/customers", body, key);
    expect(second.body).toEqual(first.body);
    expect(second.header("idempotent-replayed")).toBe("true");
  });

  const address = whole.billingAddress;
  test.each([
    [{}, "name: is required."],
    [{ name: "  \u200b" }, "name: must not be blank."],
    [{ name: "a\0b" }, "name: must not contain control characters."],
    [`{"name":"a\\ud800"}`, "name: is not valid Unicode text."],
    [{ name: "x".repeat(201) }, "name: must be at most 200 characters long."],
    [{ name: "A", colour: "red" }, "colour: is not a known field."],
    [{ name: "A", id: "1" }, "id: is not a known field."],
    [`{"name":"A","__proto__":{"a":1}}`, "__proto__: is not a known field."],
    [`{"name":"A","name":"B"}`, "name: is given twice."],
    [{ name: "A", status: "Active" }, "status: must be one of active, inactive."],
    [{ name: "A", status: null }, "status: must be one of active, inactive."],
    [{ name: "A", email: "nobody" }, "email: must be an e-mail address."],
    [{ name: "A", currency: "XXX" }, "currency: must be an ISO 4217 currency code such as EUR."],
    [{ name: "A", currency: "€" }, "currency: must be an ISO 4217 currency code such as EUR."],
    [{ name: "A", paymentTermsDays: -1 }, "paymentTermsDays: must be at least 0."],
    [{ name: "A", paymentTermsDays: 1.5 }, "paymentTermsDays: must be a whole number."],
    [{ name: "A", paymentTermsDays: "30" }, "paymentTermsDays: must be a number."],
    [{ name: "A", paymentTermsDays: 3651 }, "paymentTermsDays: must be at most 3650."],
    [
      { name: "A", paymentTermsDays: 2 ** 53 },
      "paymentTermsDays: must be at most 9007199254740991.",
    ],
    [`{"name":"A","paymentTermsDays":1e400}`, "paymentTermsDays: must be a number."],
    [{ name: "A", billingAddress: {} }, "billingAddress.line1: is required."],
    [
      { name: "A", billingAddress: { ...address, countryCode: "C1" } },
      "billingAddress.countryCode: must be a two-letter country code such as CH.",
    ],
    [
      { name: "A", billingAddress: { ...address, zip: "1" } },
      "billingAddress.zip: is not a known field.",
    ],
    [{ name: "A", customerNumber: " " }, "customerNumber: must not be blank."],
    ["[]", "body: must be an object."],
  ])("refuses %j, naming the field, and stores nothing", async (body, error) => {
    const before = await storedCustomers();
    const answer = await client.call("POST /api/customers", body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
    expect(await storedCustomers()).toBe(before);
  });
});

describe("changing", () => {
  test("changes the given fields only and tells what they were", async () => {
    const customer = await newCustomer({ currency: "EUR", phone: "1" });
    const answer = await client.call(`PATCH /api/customers/${customer.id}`, {
      status: "inactive",
      phone: null,
      version: 1,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.customer).toEqual({
      ...customer,
      status: "inactive",
      phone: null,
      version: 2,
      updatedAt: expect.any(String),
    });
    const [, event] = await readStream(web.db.pool("web"), customer.id);
    expect(event).toMatchObject({
      type: "customer.updated",
      version: 2,
      data: { changedFields: ["status", "phone"], details: { currency: "EUR", phone: null } },
    });
    const { rows } = await web.db.pool("admin").query<{ details: string }>({
      text: "select details::text from write.audit_log where subject_id = $1 and action = 'customer.updated'",
      values: [customer.id],
    });
    expect(JSON.parse(rows[0]?.details ?? "").changes).toEqual([
      { field: "status", from: "active", to: "inactive" },
      { field: "phone", from: "1", to: null },
    ]);
  });

  test("to what it is appends nothing", async () => {
    const customer = await newCustomer();
    const answer = await client.call(`PATCH /api/customers/${customer.id}`, { name: "Alpha AG" });
    expect([answer.status, answer.body]).toEqual([200, { customer }]);
    expect(answer.header("x-position")).toMatch(/^\d+\.\d+$/);
    expect(await readStream(web.db.pool("web"), customer.id)).toHaveLength(1);
  });

  test("from a version that has moved on is refused", async () => {
    const { id } = await newCustomer();
    await client.call(`PATCH /api/customers/${id}`, { name: "B" });
    const answer = await client.call(`PATCH /api/customers/${id}`, { name: "C", version: 1 });
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: "The customer has changed: it is at version 2, not 1." },
    ]);
  });

  test("to a number of another customer is refused, to its own is none", async () => {
    await newCustomer({ customerNumber: "TAKEN" });
    const { id } = await newCustomer({ customerNumber: "MINE" });
    const taken = await client.call(`PATCH /api/customers/${id}`, { customerNumber: "TAKEN" });
    expect([taken.status, taken.body]).toEqual([
      409,
      { error: "The customer number TAKEN is already used." },
    ]);
    const own = await client.call(`PATCH /api/customers/${id}`, {
      customerNumber: "MINE",
      name: "New",
    });
    expect([own.status, own.body.customer.name]).toEqual([200, "New"]);
  });

  test("10 at the same time are ten versions", async () => {
    const { id } = await newCustomer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        client.call(`PATCH /api/customers/${id}`, { name: `Name ${String(index)}` }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(await readStream(web.db.pool("web"), id)).toHaveLength(11);
  });

  test.each([
    [{ name: null }, "name: must be text."],
    [{ version: 0 }, "version: must be at least 1."],
    [{ colour: "red" }, "colour: is not a known field."],
  ])("with %j is refused", async (body, error) => {
    const { id } = await newCustomer();
    const answer = await client.call(`PATCH /api/customers/${id}`, body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});

describe("another company's customer", () => {
  test("is a 404 to read and to change", async () => {
    const { id } = await newCustomer();
    const answers = [
      await stranger.call(`GET /api/customers/${id}`),
      await stranger.call(`PATCH /api/customers/${id}`, { name: "Mine" }),
      await client.call("GET /api/customers/nonsense"),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([404, { error: "Not found" }]);
    }
  });

  test("cannot be a shipment's, and the answer is that for an id that nobody has", async () => {
    const { id } = await newCustomer();
    const shipment = await stranger.call("POST /api/shipments", { mode: "air" });
    const path = `/api/shipments/${shipment.body.shipment.id}`;
    const nobody = "00000000-0000-4000-8000-000000000000";
    for (const customerId of [id, nobody]) {
      for (const answer of [
        await stranger.call("POST /api/shipments", { mode: "air", customerId }),
        await stranger.call(`PATCH ${path}`, { customerId }),
      ]) {
        expect([answer.status, answer.body]).toEqual([
          404,
          { error: "customerId: There is no such customer." },
        ]);
      }
    }
    expect((await stranger.call(`GET ${path}`)).body.shipment).toMatchObject({
      customerId: null,
      version: 1,
    });
  });

  test("while one's own can", async () => {
    const { id } = await newCustomer();
    const created = await client.call("POST /api/shipments", { mode: "air", customerId: id });
    expect([created.status, created.body.shipment.customerId]).toEqual([201, id]);
    const cleared = await client.call(`PATCH /api/shipments/${created.body.shipment.id}`, {
      customerId: null,
    });
    expect(cleared.body.shipment.customerId).toBeNull();
  });
});

describe("the list", () => {
  let lister: Client;
  const names = ["Anna %", "Bert_", "Cäsar", "Dora", "Emil"];
  beforeAll(async () => {
    lister = await (await web.company("Lists")).as("admin");
    for (const [index, name] of names.entries()) {
      const status = index === 3 ? "inactive" : "active";
      const email = `${String(index)}@example.com`;
      await lister.call("POST /api/customers", { name, status, email });
    }
  });
  const listed = async (query: string) => {
    const answer = await lister.call(`GET /api/customers${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.items.map((item: { name: string }) => item.name);
  };

  test("is newest first, of the own company only, and pages without gap or repeat", async () => {
    const seen: string[] = [];
    let cursor: string | null = "";
    let pages = 0;
    while (cursor !== null) {
      const page = await lister.call(`GET /api/customers?limit=2&cursor=${cursor}`);
      seen.push(...page.body.items.map((item: { name: string }) => item.name));
      cursor = page.body.nextCursor;
      pages += 1;
    }
    expect(seen).toEqual(names.toReversed());
    expect(pages).toBe(3);
  });

  test.each([
    ["?status=inactive", ["Dora"]],
    ["?status=Inactive", []],
    ["?q=a", ["Emil", "Dora", "Cäsar", "Bert_", "Anna %"]],
    ["?q=DORA", ["Dora"]],
    ["?q=CUS-000002", ["Bert_"]],
    ["?q=%25", ["Anna %"]],
    ["?q=_", ["Bert_"]],
    ["?q=%5C", []],
    ["?q=2@example", ["Cäsar"]],
    ["?q=C%C3%A4sar&status=active", ["Cäsar"]],
    ["?q=", names.toReversed()],
  ])("%s finds %j", async (query, found) => {
    expect(await listed(query)).toEqual(found);
  });

  test.each([
    ["?limit=0", "limit: must be a whole number from 1 to 200."],
    ["?q=%00", "q: must not contain control characters."],
    ["?status=%00", "status: must not contain control characters."],
    ["?cursor=x", "cursor: is not a cursor of this list."],
    ["?cursor=WyJjdXN0b21lcnMiLCIyMDI2IiwiMSJd", "cursor: is not a cursor of this list."],
  ])("%s is refused", async (query, error) => {
    const answer = await lister.call(`GET /api/customers${query}`);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});

test("a viewer reads and does not write; every role but the viewer writes", async () => {
  const { id } = await newCustomer();
  for (const role of ["viewer", "dispatcher", "billing", "admin"] as const) {
    const user = await company.as(role);
    const written = role === "viewer" ? [403, 403] : [201, 200];
    expect((await user.call(`GET /api/customers/${id}`)).status).toBe(200);
    expect([
      (await user.call("POST /api/customers", { name: "R" })).status,
      (await user.call(`PATCH /api/customers/${id}`, { name: role })).status,
    ]).toEqual(written);
  }
});

test("the currencies come with their digits", async () => {
  const { items } = (await viewer.call("GET /api/currencies")).body;
  expect(items).toContainEqual({ code: "JPY", digits: 0 });
  expect(items).toContainEqual({ code: "KWD", digits: 3 });
});
