import { customerItemSchema, invoiceItemSchema } from "@shipment-tracking/contracts";
import { isOverdue, type InvoiceSnapshot, type TenantId } from "@shipment-tracking/domain";
import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { customerEvent, someInvoice } from "../fixtures/billing-events.ts";
import { deliver } from "../fixtures/deliver.ts";
import { instant } from "../fixtures/instant.ts";
import { createMemoryLog, testId } from "../fixtures/memory-log.ts";
import { customerList, invoiceList, listCustomers, listInvoices } from "./list-billing.ts";

let db: TestDatabase;
let api: Pool;
const log = createMemoryLog(8);
const [big, small, empty] = [0, 1, 2].map((n) => testId("tenant", n)) as [
  TenantId,
  TenantId,
  TenantId,
];
const statuses = ["draft", "issued", "partially_paid", "paid", "uncollectible"] as const;

interface Listed {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: string;
  readonly status: string;
}
const customers: Listed[] = [];
const invoices: (Listed & { readonly invoice: InvoiceSnapshot })[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  api = db.pool("api");
  for (let number = 0; number < 90; number += 1) appendBoth(big, number);
  for (let number = 100; number < 103; number += 1) appendBoth(small, number);
  await deliver(db.pool("projector"), log.records);
  // a clock for the statements to read, used only where the search path names it
  await db.pool("admin").query({ text: "create schema clock" });
  await db.pool("admin").query({ text: "grant usage on schema clock to public" });
  await db.pool("admin").query({
    text: `create function clock.now() returns timestamptz stable language sql
      as $$ select current_setting('clock.now')::timestamptz $$`,
  });
});
afterAll(() => db.drop());

const lists = [
  ["customers", listCustomers, customerList.single, customers],
  ["invoices", listInvoices, invoiceList.single, invoices],
] as const;

describe.each(lists)("the list of %s", (table, list, texts, listed) => {
  const naiveList = (tenantId: string, status: string | null): readonly string[] =>
    listed
      .filter((row) => row.tenantId === tenantId && (status === null || row.status === status))
      .toSorted((left, right) => {
        if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? 1 : -1;
        return left.id < right.id ? 1 : -1;
      })
      .map((row) => row.id);

  test("pages exactly as sorting and slicing all rows does, ties included", async () => {
    const bounds = fc.record({
      limit: fc.integer({ min: 1, max: 200 }),
      offset: fc.oneof(fc.nat(100), fc.nat(Number.MAX_SAFE_INTEGER)),
      status: fc.constantFrom(null, "active", "inactive", ...statuses),
      tenantId: fc.constantFrom(big, small, empty),
    });
    await fc.assert(
      fc.asyncProperty(bounds, async ({ tenantId, ...args }) => {
        const { json, hasNext } = await list(api, tenantId, args);
        const all = naiveList(tenantId, args.status);
        expect(idsOf(String(json))).toEqual(all.slice(args.offset, args.offset + args.limit));
        expect(hasNext).toBe(args.offset + args.limit < all.length);
      }),
      { numRuns: 100 },
    );
  });

  test.each(["lost", "ACTIVE", " issued", "issued\0", "x".repeat(10_240), "'; drop"])(
    "status %j matches nothing and is no error",
    async (status) => {
      const page = await list(api, big, { limit: 50, offset: 0, status });
      expect(page).toMatchObject({ json: "[]", hasNext: false });
    },
  );

  test.each([90, 1_000_000, Number.MAX_SAFE_INTEGER])(
    "offset %d is beyond the end and answered without touching the rows",
    async (offset) => {
      const { rows } = await api.query<{ "QUERY PLAN": string }>({
        text: `explain (analyze, costs off, timing off, summary off) ${texts.all}`,
        values: [big, 50, offset],
      });
      const scans = rows
        .map((row) => row["QUERY PLAN"])
        .filter((line) => line.endsWith(`on ${table} (never executed)`));
      expect(scans).not.toEqual([]);
      const page = await list(api, big, { limit: 50, offset, status: null });
      expect(page).toMatchObject({ json: "[]", hasNext: false });
    },
  );

  test("holds answers of the contract", async () => {
    const schema = table === "customers" ? customerItemSchema : invoiceItemSchema;
    const { json } = await list(api, big, { limit: 200, offset: 0, status: null });
    const items = JSON.parse(String(json)) as unknown[];
    expect(items).toHaveLength(90);
    for (const item of items) schema.parse(item);
  });
});

describe("overdue", () => {
  test.each([
    ["2026-02-01T23:59:59.999Z", "2026-02-01", false],
    ["2026-02-02T00:00:00.000Z", "2026-02-02", true],
    ["2026-02-02T23:59:59.999Z", "2026-02-02", true],
    ["2026-02-03T00:00:00.000Z", "2026-02-03", true],
    ["2027-01-01T00:00:00.000Z", "2027-01-01", true],
  ])("at %s are the open invoices that were due before %s (UTC)", async (now, day, some) => {
    for (const zone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      const items = await listAt(now, zone);
      const expected = invoices
        .filter((row) => row.tenantId === big && isOverdue(row.invoice, day))
        .map((row) => row.id);
      expect(expected.length > 0).toBe(some);
      const overdue = items.filter((item) => item.overdue).map((item) => item.id);
      expect(overdue.toSorted()).toEqual(expected.toSorted());
    }
  });

  test("changes one word of the answer and nothing is written for it", async () => {
    const row = await readRows();
    const before = await textAt("2026-02-01T23:59:59.999Z");
    const after = await textAt("2026-02-02T00:00:00.000Z");
    expect(after).not.toBe(before);
    expect(await readRows()).toEqual(row);
    const unmarked = (text: string) => text.replaceAll('"overdue":true', '"overdue":false');
    expect(unmarked(after)).toBe(unmarked(before));
    expect(unmarked(before)).toBe(await textAt("1970-01-01T00:00:00.000Z"));
  });

  test("follows the real clock: due yesterday is overdue, due today is not", async () => {
    const { rows } = await api.query<{ yesterday: string; today: string }>({
      text: `select (now() at time zone 'utc')::date - 1 as yesterday, (now() at time zone 'utc')::date as today`,
    });
    const [due] = rows;
    const ids = { yesterday: testId("invoice", 901), today: testId("invoice", 902) };
    const appendDue = (id: string, dueDate: string) => {
      const invoice = { ...someInvoice(1, "issued"), dueDate };
      return log.append(empty, id, { type: "invoice.created", invoiceId: id, invoice });
    };
    await deliver(db.pool("projector"), [
      appendDue(ids.yesterday, due?.yesterday ?? ""),
      appendDue(ids.today, due?.today ?? ""),
    ]);
    const { json } = await listInvoices(api, empty, { limit: 50, offset: 0, status: "issued" });
    const items = invoiceItemSchema.array().parse(JSON.parse(String(json)));
    const overdue = Object.fromEntries(items.map((item) => [item.id, item.overdue]));
    expect(overdue).toEqual({ [ids.yesterday]: true, [ids.today]: false });
  });
});

test("nothing asked here is an error in the server's log", async () => {
  expect(await db.serverErrors()).toEqual([]);
});

/** Few distinct creation times, so that the id decides; every status. */
function appendBoth(tenantId: TenantId, number: number): void {
  const createdAt = instant(number % 7);
  const customerId = testId("customer", number);
  const created = customerEvent(customerId, false, number);
  if (created.type !== "customer.created") throw new Error("the first event is the creation");
  log.append(tenantId, customerId, { ...created, createdAt });
  customers.push({ id: customerId, tenantId, createdAt, status: created.details.status });

  const invoiceId = testId("invoice", number);
  const status = statuses[number % statuses.length] ?? "draft";
  const invoice = { ...someInvoice(number, status), createdAt };
  log.append(tenantId, invoiceId, { type: "invoice.created", invoiceId, invoice });
  invoices.push({ id: invoiceId, tenantId, createdAt, status, invoice });
}

function idsOf(json: string): readonly string[] {
  // a page of items, each with its id
  return (JSON.parse(json) as { id: string }[]).map((item) => item.id);
}

async function listAt(now: string, zone: string) {
  return invoiceItemSchema.array().parse(JSON.parse(await textAt(now, zone)));
}

/** The list as the statement gives it at another time and on a connection with another time zone. */
async function textAt(now: string, zone = "UTC"): Promise<string> {
  return await inTransaction(api, async (tx: Queryable) => {
    await tx.query({
      text: `select set_config('clock.now', $1, true), set_config('timezone', $2, true),
        set_config('search_path', 'clock, pg_catalog', true)`,
      values: [now, zone],
    });
    const page = await listInvoices(tx, big, { limit: 200, offset: 0, status: null });
    return String(page.json);
  });
}

async function readRows(): Promise<readonly unknown[]> {
  const { rows } = await api.query({
    text: "select id, xmin::text, doc, overdue_after from read.invoices order by id",
  });
  return rows;
}
