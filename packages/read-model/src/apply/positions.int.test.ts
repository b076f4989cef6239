import type { EventRecord } from "@shipment-tracking/contracts";
import type { Pool } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliver, deliverOneByOne, target } from "../fixtures/deliver.ts";
import { playHistory, stepKinds } from "../fixtures/history.ts";
import { createMemoryLog, testId, type MemoryLog } from "../fixtures/memory-log.ts";
import { dumpTables, emptyTables } from "../fixtures/read-tables.ts";
import { created, scanned, tenant } from "../fixtures/shipment-events.ts";
import { applyDelivery } from "./apply-delivery.ts";
import { readPositions } from "./positions.ts";
import { SupersededError } from "./superseded-error.ts";

let db: TestDatabase;
let pool: Pool;
let log: MemoryLog;
const stream = testId("shipment", 1);

beforeAll(async () => {
  db = await createTestDatabase();
  pool = db.pool("projector");
  await onAdmin(`create function public.dawdle() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return new; end $$`);
});
beforeEach(() => {
  log = createMemoryLog();
});
afterEach(() => emptyTables(db.pool("admin")));
afterAll(() => db.drop());

describe("positions", () => {
  test("are 0 before anything was applied and the last applied one afterwards", async () => {
    const first = log.append(tenant, stream, created(stream));
    const idle = (first.part + 1) % 64;
    expect(await readPositions(pool, target, [first.part, idle])).toEqual(
      new Map([
        [first.part, 0],
        [idle, 0],
      ]),
    );
    await deliver(pool, [first, log.append(tenant, stream, scanned(1))]);
    expect(await readPositions(pool, target, [first.part, idle])).toEqual(
      new Map([
        [first.part, 2],
        [idle, 0],
      ]),
    );
  });

  test("of two consumers are apart", async () => {
    await deliver(pool, [log.append(tenant, stream, created(stream))]);
    const { part } = log.records[0] ?? { part: 0 };
    const another = { consumer: "another" };
    expect(await readPositions(pool, another, [part])).toEqual(new Map([[part, 0]]));
  });
});

describe("a delivery is refused whole", () => {
  test("when it leaves out a position", async () => {
    const [first, , third] = append(3);
    await deliver(pool, first);
    await expectRefused(third);
  });

  test("when one of its parts was taken over by a later owner", async () => {
    const [first, second] = append(2);
    const elsewhere = [log.append(tenant, otherPart, created(otherPart))];
    await deliver(pool, first, 5);
    await expectRefused([...second, ...elsewhere], 4);
    expect(await deliver(pool, [...second, ...elsewhere], 5)).toMatchObject({ applied: 2 });
  });

  test("when its records are not consecutive", async () => {
    const [first, , third] = append(3);
    await expect(deliver(pool, [...first, ...third])).rejects.toThrow(RangeError);
    expect(await dumpTables(pool)).toMatchObject({ positions: [], shipments: [] });
  });
});

test("two owners applying the same records at once apply each once", async () => {
  const [first] = append(1);
  const summaries = await Promise.all([
    deliver(pool, first),
    deliver(pool, first),
    deliver(pool, first),
  ]);
  expect(summaries.reduce((sum, summary) => sum + summary.applied, 0)).toBe(1);
});

test("appliers with overlapping parts and pieces of the log end with the tables of one", async () => {
  const step = fc.record({
    kind: fc.constantFrom(...stepKinds),
    which: fc.nat(30),
    choice: fc.nat(9_999),
  });
  log = playHistory(fc.sample(step, { numRuns: 400, seed: 7 }), createMemoryLog(16));
  await deliverOneByOne(pool, log);
  const expected = await dumpTables(pool);
  await emptyTables(db.pool("admin"));

  const applier = async (size: number, own: (part: number) => boolean): Promise<void> => {
    for (;;) {
      const parts = log.parts().filter(own);
      const done = await readPositions(pool, target, parts);
      const next = parts.flatMap((part) => {
        const pos = done.get(part) ?? 0;
        return log.ofPart(part).slice(Math.max(pos - 2, 0), pos + size);
      });
      if (parts.every((part) => done.get(part) === log.ofPart(part).length)) return;
      await deliver(pool, next);
    }
  };
  // parts in opposite orders, the same tenants everywhere: unsorted locks would deadlock here
  await Promise.all([
    applier(3, () => true),
    applier(5, () => true),
    applier(2, (part) => part % 2 === 0),
    applier(4, (part) => part % 2 === 1),
  ]);
  expect(await dumpTables(pool)).toEqual(expected);
  expect(await db.serverErrors()).toEqual([]);
});

test("deliveries that meet the same tenants in opposite orders wait for each other, without deadlock", async () => {
  const [a, b] = [testId("tenant", 1), testId("tenant", 2)];
  const ofTenant = (tenantId: string, number: number) => {
    // even numbers in one part, odd ones in another
    const id = `0198c0de-0000-7000-8000-00000000${String(1_000 + number)}`;
    return log.append(tenantId, id, created(id));
  };
  log = createMemoryLog(2);
  const streams = [a, b, b, a].map((tenantId, at) =>
    ofTenant(tenantId, at < 2 ? at * 2 : at * 2 + 1),
  );
  await deliver(pool, streams);
  const [a1, b1, b2, a2] = streams.map((record) =>
    log.append(record.tenantId, record.streamId, scanned(1)),
  );
  if (!a1 || !b1 || !b2 || !a2) throw new Error("four records");
  // each row's lock is held long enough for the other delivery to take its first one
  await onAdmin(`create trigger slow before update on read.tenants
    for each row execute function public.dawdle()`);
  const both = await Promise.all([deliver(pool, [a1, b1]), deliver(pool, [b2, a2])]);
  await onAdmin("drop trigger slow on read.tenants");
  expect(both.map((summary) => summary.applied)).toEqual([2, 2]);
  expect(await db.serverErrors()).toEqual([]);
});

describe("an error between the statements of a delivery", () => {
  const tables = [
    "positions",
    "shipments",
    "shipment_timelines",
    "public_tracking",
    "api_keys",
    "tenants",
    "shipment_counts",
    "customers",
    "customer_counts",
    "invoices",
    "invoice_counts",
    "parked_streams",
  ] as const;

  test.each(tables)("at read.%s leaves neither position nor effect", async (table) => {
    log = playHistory(sample());
    const half = Math.trunc(log.records.length / 2);
    await deliver(pool, log.records.slice(0, half));
    const rest = [
      ...log.records.slice(half),
      log.appendRaw({ tenantId: tenant, streamId: stream, type: "poison" }),
    ];
    const before = await dumpTables(pool);
    await onAdmin(`create trigger fail after insert or update on read.${table}
      for each statement execute function public.fail_now()`);
    await expect(deliver(pool, rest)).rejects.toThrow("fault injected");
    await onAdmin(`drop trigger fail on read.${table}`);
    expect(await dumpTables(pool)).toEqual(before);
    expect(await deliver(pool, rest)).toMatchObject({ records: rest.length, repeated: 0 });
  });

  test("a lost connection parks nothing", async () => {
    const [first] = append(1);
    await onAdmin(`create trigger fail after insert on read.shipment_counts
      for each statement execute function public.die_now()`);
    await expect(deliver(pool, first)).rejects.toThrow(
      /terminating connection|Connection terminated/,
    );
    await onAdmin("drop trigger fail on read.shipment_counts");
    expect(await dumpTables(pool)).toMatchObject({
      positions: [],
      shipments: [],
      parked_streams: [],
    });
    expect(await deliver(pool, first)).toMatchObject({ applied: 1 });
  });

  beforeAll(async () => {
    await onAdmin(`create function public.fail_now() returns trigger language plpgsql as
      $$ begin raise exception 'fault injected'; end $$`);
    await onAdmin(`create function public.die_now() returns trigger language plpgsql security definer as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
  });

  function sample() {
    const kinds = fc.constantFrom(...stepKinds);
    const step = fc.record({ kind: kinds, which: fc.nat(12), choice: fc.nat(9_999) });
    return fc.sample(step, { numRuns: 120, seed: 11 });
  }
});

test("an empty delivery does nothing", async () => {
  const summary = await applyDelivery(pool, {
    ...target,
    batches: [{ part: 1, epoch: 1, records: [] }],
  });
  expect(summary).toMatchObject({ records: 0, applied: 0 });
  expect((await dumpTables(pool))["positions"]).toEqual([]);
});

const otherPart = "0198c0de-0000-7000-8000-000000000002";

/** Single-record batches: the creation and scans of one shipment. */
function append(count: number) {
  const batches = Array.from({ length: count }, (_, at) => [
    log.append(tenant, stream, at === 0 ? created(stream) : scanned(at)),
  ]);
  // noUncheckedIndexedAccess: the tests name as many as they ask for
  return batches as [(typeof batches)[0], (typeof batches)[0], (typeof batches)[0]];
}

async function expectRefused(records: readonly EventRecord[], epoch = 1): Promise<void> {
  const before = await dumpTables(pool);
  await expect(deliver(pool, records, epoch)).rejects.toThrow(SupersededError);
  expect(await dumpTables(pool)).toEqual(before);
}

async function onAdmin(text: string): Promise<void> {
  await db.pool("admin").query({ text });
}
