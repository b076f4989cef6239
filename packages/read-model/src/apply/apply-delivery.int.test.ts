import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import type { Pool } from "@shipment-tracking/postgres";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deliver, deliverInPieces, deliverOneByOne } from "../fixtures/deliver.ts";
import { playHistory, stepKinds, tenantIds, type Step } from "../fixtures/history.ts";
import { testId } from "../fixtures/memory-log.ts";
import { dumpTables } from "../fixtures/read-tables.ts";
import { referenceTables } from "../fixtures/reference-tables.ts";

let db: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  db = await createTestDatabase();
  pool = db.pool("projector");
});
afterEach(() => emptyTables());
afterAll(() => db.drop());

describe("any split of a history into deliveries", () => {
  test("gives the tables that one event at a time gives, and those are the fold of the log", async () => {
    await fc.assert(
      fc.asyncProperty(history, cuts, async (steps, pieces) => {
        await emptyTables();
        const log = playHistory(steps);
        await deliverOneByOne(pool, log);
        const expected = await dumpTables(pool);
        expectReference(await readAnswers(), referenceTables(log.records));

        await emptyTables();
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

test("the counters are the rows per tenant and status", async () => {
  await deliverInPieces(pool, playHistory(sampleSteps(400)), [{ fresh: 13, again: 2 }]);
  const counted = await pool.query({
    text: `select tenant_id, status, n from read.shipment_counts where n <> 0 order by 1, 2`,
  });
  const actual = await pool.query({
    text: `select tenant_id, status, count(*) as n from read.shipments group by 1, 2 order by 1, 2`,
  });
  expect(counted.rows.length).toBeGreaterThan(4);
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
  // scans are what a history mostly consists of
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant("scan" as const) },
    fc.constantFrom(...stepKinds),
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

async function emptyTables(): Promise<void> {
  await db.pool("admin").query({
    text: `truncate read.positions, read.tenants, read.api_keys, read.shipments, read.shipment_timelines,
      read.public_tracking, read.shipment_counts, read.parked_streams`,
  });
}

async function readAnswers() {
  const select = async <Row>(text: string): Promise<Row[]> => {
    // each text below selects the two columns it is read as
    return (await pool.query({ text })).rows as Row[];
  };
  const docs = async (text: string) =>
    Object.fromEntries(
      (await select<{ key: string; doc: string }>(text)).map(({ key, doc }) => [key, doc]),
    );
  return {
    items: await docs("select id as key, doc from read.shipments"),
    details: await docs("select shipment_id as key, doc from read.shipment_timelines"),
    publicViews: await docs(
      "select encode(token_hash, 'hex') as key, doc from read.public_tracking",
    ),
    counts: Object.fromEntries(
      (
        await select<{ key: string; n: number }>(
          "select tenant_id || ' ' || status as key, n from read.shipment_counts where n <> 0",
        )
      ).map(({ key, n }) => [key, n]),
    ),
    tenants: Object.fromEntries(
      (
        await select<{ key: string; active: boolean }>(
          "select tenant_id as key, active from read.tenants",
        )
      ).map(({ key, active }) => [key, active]),
    ),
    apiKeys: Object.fromEntries(
      (
        await select<{ key: string; revoked: boolean }>(
          "select encode(key_hash, 'hex') as key, revoked_at is not null as revoked from read.api_keys",
        )
      ).map(({ key, revoked }) => [key, revoked]),
    ),
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

function asTexts(docs: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(docs).map(([key, doc]) => [key, JSON.stringify(doc)]));
}
