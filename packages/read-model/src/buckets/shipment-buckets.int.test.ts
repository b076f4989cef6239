import { shipmentStatuses, type ShipmentStatus, type TenantId } from "@shipment-tracking/domain";
import type { Pool } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findMiscountedBucket } from "../audit/miscounted-bucket.ts";
import { deliver } from "../fixtures/deliver.ts";
import { createMemoryLog, testId, type MemoryLog } from "../fixtures/memory-log.ts";
import { emptyTables } from "../fixtures/read-tables.ts";
import { created, scanned } from "../fixtures/shipment-events.ts";
import { readDeepPages, readPage, type TenantPage } from "../queries/list-page.ts";
import { shipmentList } from "../queries/list-shipments.ts";
import { countColumns, fullBucket } from "./bucket-columns.ts";
import { remakeBuckets } from "./shipment-buckets.ts";

let db: TestDatabase;
let projector: Pool;
let owner: Pool;

beforeAll(async () => {
  db = await createTestDatabase();
  [projector, owner] = [db.pool("projector"), db.pool("admin")];
});
afterEach(() => emptyTables(owner));
afterAll(() => db.drop());

const tenants = [0, 1, 2].map((number) => testId("tenant", number) as TenantId);

/** What a delivery brings to a tenant: shipments of some seconds, or statuses of some of its shipments. */
const step = fc.record({
  tenant: fc.integer({ min: 0, max: 9 }).map((n) => (n < 7 ? 0 : n < 9 ? 1 : 2)),
  create: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 40 }) },
    { weight: 2, arbitrary: fc.integer({ min: 250, max: 1_400 }) },
  ),
  /** One instant for all (an import), or one each. */
  tied: fc.boolean(),
  second: fc.integer({ min: 0, max: 3_000 }),
  change: fc.integer({ min: 0, max: 150 }),
  status: fc.constantFrom(...shipmentStatuses),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface World {
  readonly log: MemoryLog;
  readonly shipments: Map<string, string[]>;
  count: number;
}

describe("buckets", () => {
  test("give every page as plain OFFSET does, whatever came in whatever order from several parts at once", async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
          const world: World = { log: createMemoryLog(4), shipments: new Map(), count: 0 };
          for (const one of steps) {
            const before = world.log.records.length;
            play(world, one);
            await deliverAtOnce(world.log, before);
            expect(await findMiscountedBucket(owner)).toBeNull();
          }
          for (const tenantId of tenants) await comparePages(tenantId);
        })
        .afterEach(() => emptyTables(owner)),
      { numRuns: 8 },
    );
  }, 120_000);

  test("are there for long lists only", async () => {
    await importShipments(fullBucket);
    expect(await bucketSizes("shipment_buckets")).toEqual([]);
    await importShipments(1);
    expect(await bucketSizes("shipment_buckets")).toEqual([256, 257]);
    expect(await bucketSizes("shipment_super_buckets")).toEqual([513]);
  });

  test("hold at most twice as much as they are made for", async () => {
    await fillTables(16_000);
    await remakeBuckets(owner);
    expect((await bucketSizes("shipment_super_buckets")).length).toBe(1);
    await importShipments(2_000);
    const sizes = await bucketSizes("shipment_buckets");
    expect(Math.max(...sizes)).toBeLessThanOrEqual(fullBucket);
    expect(sizes.length).toBeGreaterThan(64);
    expect((await bucketSizes("shipment_super_buckets")).length).toBeGreaterThan(1);
    expect(await findMiscountedBucket(owner)).toBeNull();
    await comparePages(tenantOne);
  }, 60_000);

  test("that count too few or too many are not believed, and made anew with the tenant's next change", async () => {
    await importShipments(2_000);
    await owner.query({ text: "update read.shipment_super_buckets set n = n + 1" });
    expect(await findMiscountedBucket(owner)).toMatchObject({ table: "shipment_super_buckets" });
    await comparePages(tenantOne);
    await importShipments(1);
    expect(await findMiscountedBucket(owner)).toBeNull();
    await owner.query({ text: "update read.shipment_buckets set n_draft = n_draft + 1" });
    expect(await findMiscountedBucket(owner)).toMatchObject({ table: "shipment_buckets" });
  });

  test("made anew are right", async () => {
    await importShipments(3_000);
    await owner.query({ text: "update read.shipment_buckets set n = 5" });
    await remakeBuckets(owner);
    expect(await findMiscountedBucket(owner)).toBeNull();
    expect(await bucketSizes("shipment_buckets")).toHaveLength(11);
  });

  test.each(["shipment_buckets", "shipment_super_buckets"])(
    "%s have a column for every status",
    async (table) => {
      const { rows } = await owner.query<{ name: string }>({
        text: `select columns.column_name as name from information_schema.columns
          where columns.table_schema = 'read' and columns.table_name = $1`,
        values: [table],
      });
      const names = rows.map((row) => row.name);
      expect(names.toSorted()).toEqual(
        ["tenant_id", "till_at", "till_id", ...countColumns].toSorted(),
      );
    },
  );
});

function play(world: World, { tenant, create, tied, second, change, status }: Step): void {
  const tenantId = String(tenants[tenant]);
  const known = world.shipments.get(tenantId) ?? [];
  world.shipments.set(tenantId, known);
  for (let index = 0; index < create; index += 1) {
    world.count += 1;
    const id = testId("shipment", world.count);
    known.push(id);
    world.log.append(tenantId, id, created(id, tied ? second : second + (index % 97)));
  }
  for (let index = 0; index < Math.min(change, known.length); index += 1) {
    const id = known[(index * 7 + second) % known.length] ?? "";
    world.log.append(tenantId, id, changed(status, second + index));
  }
}

function changed(status: ShipmentStatus, number: number) {
  const event = scanned(number);
  return { ...event, status, entry: { ...event.entry, status } };
}

/** Each part's events by an applier of its own, all at the same time. */
async function deliverAtOnce(log: MemoryLog, from: number): Promise<void> {
  const fresh = log.records.slice(from);
  const parts = [...new Set(fresh.map((record) => record.part))];
  await Promise.all(
    parts.map(async (part) => {
      const ofPart = fresh.filter((record) => record.part === part);
      for (let at = 0; at < ofPart.length; at += 300)
        await deliver(projector, ofPart.slice(at, at + 300));
    }),
  );
}

const tenantOne = tenants[0] as TenantId;
let imported: { log: MemoryLog; count: number } | null = null;
afterEach(() => {
  imported = null;
});

async function importShipments(count: number): Promise<void> {
  imported ??= { log: createMemoryLog(1), count: 0 };
  const records = [];
  for (let index = 0; index < count; index += 1) {
    imported.count += 1;
    const id = testId("shipment", imported.count);
    records.push(imported.log.append(tenantOne, id, created(id, imported.count % 13)));
  }
  await deliver(projector, records);
}

/** Rows that no event brought, one a second. */
async function fillTables(count: number): Promise<void> {
  await owner.query({
    text: `
insert into read.shipments (tenant_id, id, created_at, status, version, doc)
select $1, gen_random_uuid(), '2026-01-01Z'::timestamptz + n * interval '1 s',
  case n % 3 when 0 then 'draft' when 1 then 'in_transit' else 'delivered' end, 1, n::text
from generate_series(1, $2::integer) as n`,
    values: [tenantOne, count],
  });
  await owner.query({
    text: `
insert into read.shipment_counts (tenant_id, status, n)
select tenant_id, status, count(*) from read.shipments group by 1, 2`,
  });
}

async function bucketSizes(table: string): Promise<readonly number[]> {
  const { rows } = await owner.query<{ n: number }>({
    text: `select n from read.${table} order by n`,
  });
  return rows.map(({ n }) => n);
}

/** Every status and none, at many offsets, many pages in one statement. */
async function comparePages(tenantId: TenantId): Promise<void> {
  const api = db.pool("api");
  for (const status of [null, ...shipmentStatuses]) {
    const offsets = [0, 1, 200, 255, 256, 257, 511, 512, 513, 700, 1_023, 1_024, 1_500, 2_345];
    const pages = [...offsets, 3_000, 4_444, 9_999].map((offset, index): TenantPage => ({
      tenantId,
      status,
      offset,
      limit: (index % 3) * 90 + 7,
    }));
    const deep = await readDeepPages(api, shipmentList, pages);
    for (const [index, page] of pages.entries()) {
      expect(deep[index], JSON.stringify(page)).toEqual(await readPage(api, shipmentList, page));
    }
  }
}
