import type { EventRecord } from "@shipment-tracking/contracts";
import type { Pool } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { customerEvent, invoiceEvent, someInvoice } from "../fixtures/billing-events.ts";
import { deliver } from "../fixtures/deliver.ts";
import { createMemoryLog, testId, type MemoryLog } from "../fixtures/memory-log.ts";
import { dumpTables, emptyTables } from "../fixtures/read-tables.ts";
import { tenant } from "../fixtures/shipment-events.ts";
import { listParked } from "./parked-streams.ts";
import { unparkStream } from "./unpark-stream.ts";

let db: TestDatabase;
let pool: Pool;
let log: MemoryLog;

beforeAll(async () => {
  db = await createTestDatabase();
  pool = db.pool("projector");
});
beforeEach(async () => {
  await emptyTables(db.pool("admin"));
  log = createMemoryLog();
});
afterAll(() => db.drop());

const customerId = testId("customer", 1);
const invoiceId = testId("invoice", 1);

const addCustomer = (exists: boolean): EventRecord =>
  log.append(tenant, customerId, customerEvent(customerId, exists, log.records.length));
const addInvoice = (choice: number, id = invoiceId): EventRecord =>
  log.append(tenant, id, invoiceEvent(id, log.ofStream(id).length > 0, choice));
const deletion = 6;

describe("a poison event", () => {
  test.each<[string, (record: EventRecord) => Partial<EventRecord>, RegExp]>([
    ["of unknown type", () => ({ type: "invoice.shredded" }), /Unknown event type/],
    ["of another schema", () => ({ data: { invoiceId } }), /Invalid data/],
    ["with a day that does not exist", withDueDate("2026-02-30"), /not a calendar date/],
    ["of a customer", asEventOf("customer.created"), /does not belong/],
    ["of another invoice", ofInvoice(testId("invoice", 2)), /another invoice/],
    ["of another tenant", () => ({ tenantId: testId("tenant", 8) }), /another tenant/],
    ["with a version left out", ({ version }) => ({ version: version + 1 }), /events are missing/],
  ])("%s parks its invoice, and unparking makes up for all of it", async (_name, poison, error) => {
    addInvoice(0);
    const second = addInvoice(1);
    addInvoice(2);
    addCustomer(false);
    addInvoice(1, testId("invoice", 3));
    const broken = log.records.map((one) => (one === second ? { ...one, ...poison(one) } : one));
    expect(await deliver(pool, broken)).toMatchObject({ applied: 3, waiting: 1 });
    expect((await listParked(pool)).map((one) => one.error)).toEqual([
      expect.stringMatching(error),
    ]);

    const readStream = (id: string) => Promise.resolve(log.ofStream(id));
    const unparked = await unparkStream(pool, { streamId: invoiceId, readStream });
    expect(unparked).toEqual({ outcome: "unparked", applied: 2 });
    const mended = await dumpTables(pool);
    await emptyTables(db.pool("admin"));
    await deliver(pool, log.records);
    expect(mended).toEqual(await dumpTables(pool));
  });
});

describe("a deleted draft", () => {
  test("leaves the table and its counter, and a repeat of the deletion changes nothing", async () => {
    addCustomer(false);
    addInvoice(0);
    await deliver(pool, log.records);
    expect(await counted()).toEqual([{ status: "draft", n: 1 }]);
    const gone = addInvoice(deletion);
    expect(await deliver(pool, [gone])).toMatchObject({ applied: 1, parked: [] });
    const after = await dumpTables(pool);
    expect([after["invoices"], await counted()]).toEqual([[], []]);
    expect(await deliver(pool, [gone])).toMatchObject({ applied: 0, repeated: 1 });
    expect(await dumpTables(pool)).toEqual(after);
  });

  test("that was created in the same delivery leaves no trace at all", async () => {
    addInvoice(0);
    addInvoice(0);
    addInvoice(deletion);
    expect(await deliver(pool, log.records)).toMatchObject({ applied: 3, parked: [] });
    expect(await dumpTables(pool)).toMatchObject({ invoices: [], invoice_counts: [] });
  });
});

test("each delivery with a customer or an invoice counts up its tenant's version", async () => {
  const deliveries = [addCustomer(false), addInvoice(0), addCustomer(true), addInvoice(deletion)];
  for (const [at, record] of deliveries.entries()) {
    await deliver(pool, [record]);
    const { rows } = await pool.query({ text: "select tenant_id, version from read.tenants" });
    expect(rows).toEqual([{ tenant_id: tenant, version: at + 1 }]);
  }
});

test("no error of any of this is in the server's log", async () => {
  expect(await db.serverErrors()).toEqual([]);
});

function withDueDate(dueDate: string) {
  return (): Partial<EventRecord> => ({
    data: { invoiceId, invoice: { ...someInvoice(1, "issued"), dueDate } },
  });
}

function asEventOf(type: string) {
  const { type: _type, ...data } = customerEvent(invoiceId, false, 1);
  return (): Partial<EventRecord> => ({ type, data });
}

function ofInvoice(id: string) {
  const { type: _type, ...data } = invoiceEvent(id, true, 1);
  return (): Partial<EventRecord> => ({ data });
}

async function counted(): Promise<readonly unknown[]> {
  const { rows } = await pool.query({
    text: "select status, n from read.invoice_counts where n <> 0",
  });
  return rows;
}
