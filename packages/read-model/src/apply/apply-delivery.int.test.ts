import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import type { Pool } from "@shipment-tracking/postgres";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deliver, deliverInPieces, deliverOneByOne } from "../fixtures/deliver.ts";
import { playHistory, stepKinds, tenantIds, type Step } from "../fixtures/history.ts";
import { testId } from "../fixtures/memory-log.ts";
import { dumpTables, emptyTables } from "../fixtures/read-tables.ts";
import { referenceBilling, type ReferenceBilling } from "../fixtures/reference-billing.ts";
import { referenceTables } from "../fixtures/reference-tables.ts";

let db: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  db = await createTestDatabase();
  pool = db.pool("projector");
});
afterEach(() => emptyTables(db.pool("admin")));
afterAll(() => db.drop());

describe("any split of a history into deliveries", () => {
  test("gives the tables that one event at a time gives, and those are the fold of the log", async () => {
    await fc.assert(
      fc.asyncProperty(history, cuts, async (steps, pieces) => {
        await emptyTables(db.pool("admin"));
        const log = playHistory(steps);
        await deliverOneByOne(pool, log);
        const expected = await dumpTables(pool);
        const answers = await readAnswers();
        expectReference(answers, referenceTables(log.records));
        expectBilling(answers, referenceBilling(log.records, ""));

        await emptyTables(db.pool("admin"));
        await deliverInPieces(pool, log, pieces);
        expect(await dumpTables(pool)).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  }, 60_000);

  test("and a whole replay changes nothing", async () => {
    const log = playHistory(sampleSteps(150));
    await deliverInPieces(pool, log, [{ fresh: 7, again: 0 }]);
    const before = await dumpTables(pool);
    const summary = await deliver(pool, log.records);
    expect(summary).toMatchObject({ applied: 0, repeated: log.records.length, parked: [] });
    expect(await dumpTables(pool)).toEqual(before);
  });
});

test("nothing that is not shown reaches a read table", async () => {
  const log = playHistory(sampleSteps(300));
  expect(JSON.stringify(log.records)).toMatch(
    /secret-note.*secret-notes|secret-notes.*secret-note/,
  );
  await deliverInPieces(pool, log, [{ fresh: 50, again: 0 }]);
  expect(JSON.stringify(await dumpTables(pool))).not.toContain("secret");
});

test.each([
  ["shipments", "shipment_counts"],
  ["customers", "customer_counts"],
  ["invoices", "invoice_counts"],
])("the counters of %s are the rows per tenant and status", async (table, counts) => {
  await deliverInPieces(pool, playHistory(sampleSteps(400)), [{ fresh: 13, again: 2 }]);
  const counted = await pool.query({
    text: `select tenant_id, status, n from read.${counts} where n <> 0 order by 1, 2`,
  });
  const actual = await pool.query({
    text: `select tenant_id, status, count(*) as n from read.${table} group by 1, 2 order by 1, 2`,
  });
  expect(counted.rows.length).toBeGreaterThan(3);
  expect(counted.rows).toEqual(actual.rows);
});

test("each delivery counts up the version of the tenants it changed, once", async () => {
  const log = playHistory(sampleSteps(60));
  const readVersions = async (): Promise<Record<string, number>> => {
    const { rows } = await pool.query<{ tenant_id: string; version: number }>({
      text: "select tenant_id, version from read.tenants",
    });
    return Object.fromEntries(rows.map((row) => [row.tenant_id, row.version]));
  };
  const [one = "", other = ""] = tenantIds;
  await deliver(pool, log.records);
  expect(await readVersions()).toEqual({ [one]: 1, [other]: 1 });
  const keyId = testId("key", 99);
  const created = {
    type: "api_key.created",
    keyId,
    keyHash: "ab".repeat(32),
    name: "ERP",
  } as const;
  await deliver(pool, [log.append(one, keyId, { ...created, expiresAt: null })]);
  expect(await readVersions()).toEqual({ [one]: 2, [other]: 1 });
  await deliver(pool, log.records);
  expect(await readVersions()).toEqual({ [one]: 2, [other]: 1 });
});

test("no error of any of this is in the server's log", async () => {
  expect(await db.serverErrors()).toEqual([]);
});

const step: fc.Arbitrary<Step> = fc.record({
  // scans are what a history mostly consists of; an invoice shows a deletion only in a longer stream
  kind: fc.oneof(
    { weight: 2, arbitrary: fc.constant("scan" as const) },
    { weight: 2, arbitrary: fc.constantFrom(...stepKinds) },
    { weight: 1, arbitrary: fc.constant("invoice" as const) },
  ),
  which: fc.nat(4),
  choice: fc.nat(10_000),
});
const history = fc.array(step, { minLength: 10, maxLength: 50, size: "max" });
const cuts = fc.array(fc.record({ fresh: fc.nat(6), again: fc.nat(4) }), { minLength: 1 });

function sampleSteps(count: number): readonly Step[] {
  // many short streams: in a long one the shipment ends as returned and nothing moves any more
  const spread = fc
    .record({ step, which: fc.nat(39) })
    .map(({ step, which }) => ({ ...step, which }));
  return fc.sample(spread, { numRuns: count, seed: 20_260_301 });
}

async function readAnswers() {
  // each text below selects a key and what belongs to it
  const select = async <Value>(text: string): Promise<Record<string, Value>> => {
    const { rows } = await pool.query<{ key: string; value: Value }>({ text });
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  };
  const counts = (table: string) =>
    select<number>(
      `select tenant_id || ' ' || status as key, n as value from read.${table} where n <> 0`,
    );
  return {
    items: await select<string>("select id as key, doc as value from read.shipments"),
    details: await select<string>(
      "select shipment_id as key, doc as value from read.shipment_timelines",
    ),
    publicViews: await select<string>(
      "select encode(token_hash, 'hex') as key, doc as value from read.public_tracking",
    ),
    counts: await counts("shipment_counts"),
    tenants: await select<boolean>("select tenant_id as key, active as value from read.tenants"),
    apiKeys: await select<boolean>(
      "select encode(key_hash, 'hex') as key, revoked_at is not null as value from read.api_keys",
    ),
    customers: await select<string>("select id as key, doc as value from read.customers"),
    customerCounts: await counts("customer_counts"),
    invoices: await select<string>("select id as key, doc as value from read.invoices"),
    invoiceCounts: await counts("invoice_counts"),
  };
}

function expectReference(
  answers: Awaited<ReturnType<typeof readAnswers>>,
  reference: ReturnType<typeof referenceTables>,
): void {
  // compared as texts: the order of the fields is part of the answer
  expect(answers.items).toEqual(asTexts(reference.items));
  expect(answers.details).toEqual(asTexts(reference.details));
  expect(answers.publicViews).toEqual(asTexts(reference.publicViews));
  expect(answers.counts).toEqual(reference.counts);
  expect(answers.tenants).toEqual(reference.tenants);
  expect(answers.apiKeys).toEqual(reference.apiKeys);
}

function expectBilling(
  answers: Awaited<ReturnType<typeof readAnswers>>,
  reference: ReferenceBilling,
): void {
  expect(answers.customers).toEqual(asTexts(reference.customers));
  expect(answers.invoices).toEqual(asTexts(reference.invoices));
  expect(answers.customerCounts).toEqual(reference.customerCounts);
  expect(answers.invoiceCounts).toEqual(reference.invoiceCounts);
}

function asTexts(docs: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(docs).map(([key, doc]) => [key, JSON.stringify(doc)]));
}
