import { decodeEvent } from "@shipment-tracking/contracts";
import { readStream } from "@shipment-tracking/event-log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  type Client,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { freight, issuedInvoice, newCustomer } from "./fixtures/billing.ts";

let web: WebFixture;
beforeAll(async () => {
  web = await startFixture();
});
afterAll(async () => {
  await web.close();
});

test("overdue follows from the day of reading, without a write", async () => {
  const client = await (await web.company()).as("billing");
  const customerId = await newCustomer(client);
  const today = new Date().toISOString().slice(0, 10);
  const dates = { issueDate: "2026-01-01", dueDate: "2026-01-31" };
  const path = await issuedInvoice(client, { customerId }, dates);
  const id = path.replace("/api/invoices/", "");
  const current = await issuedInvoice(client, { customerId }, { dueDate: today });
  const { rows } = await web.db.pool("admin").query<{ state: string }>({
    text: "select state::text from write.invoices where id = $1",
    values: [id],
  });
  expect(rows[0]?.state).not.toContain("overdue");
  expect((await client.call(`GET ${path}`)).body.invoice.overdue).toBe(true);
  expect((await client.call(`GET ${current}`)).body.invoice.overdue).toBe(false);
  const listed = await client.call("GET /api/invoices?overdue=true");
  expect(listed.body.items.map((item: { id: string }) => item.id)).toEqual([id]);
  await client.call(`POST ${path}/payments`, { amountMinor: 1000 });
  expect((await client.call(`GET ${path}`)).body.invoice.overdue).toBe(false);
});

describe("the list", () => {
  let lister: Client;
  let first: string;
  let shipmentId: string;
  beforeAll(async () => {
    lister = await (await web.company("Lists")).as("admin");
    first = await newCustomer(lister, { name: "First" });
    const second = await newCustomer(lister, { name: "Second 100%" });
    const made = await lister.call("POST /api/shipments", { mode: "air", shipmentNumber: "S/9" });
    shipmentId = made.body.shipment.id;
    for (const body of [
      { customerId: first, invoiceNumber: "A" },
      { customerId: second, invoiceNumber: "B" },
      { customerId: first, invoiceNumber: "C", shipmentId, lineItems: [freight] },
    ]) {
      expect((await lister.call("POST /api/invoices", body)).status).toBe(201);
    }
    const [{ id }] = (await lister.call("GET /api/invoices?q=C")).body.items;
    await lister.call(`POST /api/invoices/${id}/issue`);
  });
  const numbers = (answer: Answer) =>
    answer.body.items.map((item: { invoiceNumber: string }) => item.invoiceNumber);

  test("is newest first, of the own company only, and pages without gap or repeat", async () => {
    const one = await lister.call("GET /api/invoices?limit=2");
    expect(numbers(one)).toEqual(["C", "B"]);
    const two = await lister.call(`GET /api/invoices?limit=2&cursor=${one.body.nextCursor}`);
    expect([numbers(two), two.body.nextCursor]).toEqual([["A"], null]);
    expect(two.body.items[0]).toMatchObject({ status: "draft", overdue: false, version: 1 });
  });

  test("can be narrowed", async () => {
    const found = async (query: string) => numbers(await lister.call(`GET /api/invoices${query}`));
    expect(await found("?status=issued")).toEqual(["C"]);
    expect(await found("?status=overdue")).toEqual([]);
    expect(await found("?q=first")).toEqual(["C", "A"]);
    expect(await found("?q=100%25")).toEqual(["B"]);
    expect(await found("?q=s/9")).toEqual(["C"]);
    expect(await found(`?customerId=${first}&status=draft`)).toEqual(["A"]);
    expect(await found(`?shipmentId=${shipmentId}`)).toEqual(["C"]);
    expect(await found("?overdue=true")).toEqual([]);
  });

  test.each([
    ["?q=%00", "q: must not contain control characters."],
    ["?customerId=1", "customerId: must be a UUID."],
    ["?overdue=1", "overdue: must be one of true, false."],
    ["?cursor=x", "cursor: is not a cursor of this list."],
  ])("%s is refused", async (query, error) => {
    const answer = await lister.call(`GET /api/invoices${query}`);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});

test("readers understand every event of a whole life", async () => {
  const client = await (await web.company("Log")).as("billing");
  const path = await issuedInvoice(client, { customerId: await newCustomer(client) });
  const paid = await client.call(`POST ${path}/payments`, { amountMinor: 400 });
  await client.call(`POST ${path}/payments/${paid.body.payment.id}/reverse`, { reason: "typo" });
  await client.call(`POST ${path}/void`);
  const { id } = paid.body.invoice;
  const events = await readStream(web.db.pool("web"), id);
  expect(events.map((record) => decodeEvent(record).event)).toMatchObject([
    { type: "invoice.created", invoiceId: id },
    { type: "invoice.issued", invoice: { status: "issued" } },
    { type: "invoice.payment_recorded", payment: { amountMinor: 400 } },
    { type: "invoice.payment_recorded", payment: { amountMinor: -400 } },
    { type: "invoice.voided", invoice: { status: "void" } },
  ]);
});
