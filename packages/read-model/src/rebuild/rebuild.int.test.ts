import type { Pool } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findMiscountedBucket } from "../audit/miscounted-bucket.ts";
import { listParked } from "../apply/parked-streams.ts";
import { deliver, deliverInPieces } from "../fixtures/deliver.ts";
import { playHistory, stepKinds } from "../fixtures/history.ts";
import { createMemoryLog, testId, type MemoryLog } from "../fixtures/memory-log.ts";
import { memoryLogSource } from "../fixtures/memory-log-source.ts";
import { dumpTables } from "../fixtures/read-tables.ts";
import { created, scanned, shared, tenant } from "../fixtures/shipment-events.ts";
import { describeSchema } from "./describe-schema.ts";
import { createGeneration } from "./generation-schema.ts";
import { rebuild, type RebuildOptions, type RebuildReport } from "./rebuild.ts";
import { RebuildRefused } from "./rebuild-refused.ts";
import { listGenerations } from "./registry.ts";
import { rollBack } from "./roll-back.ts";

let db: TestDatabase;
let owner: Pool;
let log: MemoryLog;

beforeEach(async () => {
  db = await createTestDatabase();
  owner = db.pool("admin");
  log = playHistory(someSteps(400), createMemoryLog(16));
});
afterEach(() => db.drop());

describe("a rebuild", () => {
  test("gives the tables that the projector made", async () => {
    await deliverInPieces(db.pool("projector"), log, [{ fresh: 9, again: 1 }]);
    const before = await dumpTables(owner);
    expect(before["invoices"]?.length).toBeGreaterThan(3);
    const report = await run();
    expect(report).toMatchObject({ events: log.records.length, caughtUp: 0 });
    expect(await dumpTables(owner)).toEqual(before);
    expect(await dumpTables(owner, "read_previous")).toEqual(before);
    expect(await db.serverErrors()).toEqual([]);
  });

  test("catches up with what came while it ran, and the projector goes on from there", async () => {
    await deliver(db.pool("projector"), log.records);
    const more = append();
    const report = await run({
      onPhase: async (phase) => {
        if (phase === "verify") await deliver(db.pool("projector"), more());
      },
    });
    expect(report.caughtUp).toBe(2);
    const live = await dumpTables(owner);
    expect(live).toEqual(await dumpTables(owner, "read_previous"));
    expect(
      await deliver(db.pool("projector"), [log.append(tenant, stream, scanned(2))]),
    ).toMatchObject({
      applied: 1,
    });
  });

  test("makes the buckets of a long list, which go on counting", async () => {
    for (let number = 0; number < 600; number += 1) {
      const id = testId("listed", number);
      log.append(tenant, id, created(id, number));
    }
    await deliver(db.pool("projector"), log.records);
    await run();
    const count = async () => {
      const { rows } = await owner.query<{ n: number }>({
        text: "select sum(n)::bigint as n from read.shipment_buckets",
      });
      return rows[0]?.n ?? 0;
    };
    const before = await count();
    expect(before).toBeGreaterThanOrEqual(600);
    const late = testId("listed", 600);
    await deliver(db.pool("projector"), [log.append(tenant, late, created(late, 300))]);
    expect(await count()).toBe(before + 1);
    expect(await findMiscountedBucket(owner)).toBeNull();
  });

  test("mends rows that are not what the log says, and tenants' versions go up", async () => {
    await deliver(db.pool("projector"), log.records);
    const before = await dumpTables(owner);
    await owner.query({
      text: "update read.shipments set doc = '{}' where id = (select min(id::text)::uuid from read.shipments)",
    });
    await owner.query({ text: "update read.shipment_counts set n = n + 1" });
    await owner.query({ text: "update read.tenants set version = 500" });
    await run();
    expect(await dumpTables(owner)).toEqual(before);
    const { rows } = await owner.query<{ version: number }>({
      text: "select version from read.tenants",
    });
    expect(rows.every(({ version }) => version > 500)).toBe(true);
  });

  test("keeps the fence: a position's epoch is that of the live tables", async () => {
    await deliver(db.pool("projector"), log.records, 7);
    await run();
    const late = append()();
    await expect(
      deliver(db.pool("projector"), [log.append(...scanOf(log), scanned(9))], 6),
    ).rejects.toThrow(/Positions moved/);
    expect(late).toHaveLength(2);
  });

  test("parks again what is poison, with what the database refuses, and nothing more", async () => {
    const [poisoned, refused, early] = ["poisoned", "refused", "early"].map((name) =>
      testId(name, 1),
    );
    if (!poisoned || !refused || !early) throw new Error("three streams");
    log.append(tenant, poisoned, created(poisoned));
    log.appendRaw({ tenantId: tenant, streamId: poisoned, type: "no.such" });
    log.append(tenant, poisoned, scanned(1));
    log.append(tenant, refused, created(refused));
    log.append(tenant, refused, scanned(2));
    // a token that another shipment has: the database refuses the second one
    log.append(tenant, early, created(early));
    log.append(tenant, early, scanned(3));
    log.append(tenant, early, shared("ab".repeat(32)));
    log.append(tenant, refused, shared("ab".repeat(32)));
    log.append(tenant, refused, scanned(4));
    for (const record of log.records) await deliver(db.pool("projector"), [record]);
    const before = await dumpTables(owner);
    expect(before["parked_streams"]).toHaveLength(2);
    await run({ workers: 1 });
    const parked = await listParked(owner);
    expect(parked.map((one) => one.streamId)).toContain(poisoned);
    expect(parked).toHaveLength(2);
  });

  test("refuses to take a shipment back that this version cannot read", async () => {
    await deliver(db.pool("projector"), log.records);
    const { streamId, tenantId } = log.records[0] ?? { streamId: "", tenantId: "" };
    const record = log.appendRaw({ tenantId, streamId, type: "no.such" });
    // as if a version that knows the event had applied it
    await owner.query({
      text: "update read.positions set pos = $2 where part = $1",
      values: [record.part, record.pos],
    });
    const before = await dumpTables(owner);
    await expect(run()).rejects.toThrow(/would go back.*--accept-parked/);
    expect(await dumpTables(owner)).toEqual(before);
    await run({ acceptParked: true });
    expect(await listParked(owner)).toMatchObject([{ streamId }]);
  });

  test.each([
    [
      "a wrong text",
      "update read_next.shipments set doc = replace(doc, 'S-', 'T-') where id = $1",
      "different",
    ],
    ["a missing row", "delete from read_next.shipment_timelines where shipment_id = $1", "missing"],
    [
      "a foreign row",
      "insert into read_next.customers select tenant_id, id, created_at, status, version, doc from read_next.shipments where id = $1",
      "unexpected",
    ],
  ])("is caught with %s and does not become live", async (_, text, kind) => {
    await deliver(db.pool("projector"), log.records);
    const before = await dumpTables(owner);
    const { rows } = await owner.query<{ id: string }>({
      text: `select shipment_id as id from read.shipment_timelines
        where token_hash is null order by 1 limit 1 offset 3`,
    });
    const id = rows[0]?.id ?? "";
    const attempt = run({
      onPhase: async (phase) => {
        if (phase === "verify") await owner.query({ text, values: [id] });
      },
    });
    const word = { different: "differs", missing: "is missing", unexpected: "is not in the log" }[
      kind
    ];
    await expect(attempt).rejects.toThrow(new RegExp(`${id} ${String(word)}`));
    await expect(attempt).rejects.toBeInstanceOf(RebuildRefused);
    expect(await dumpTables(owner)).toEqual(before);
    expect(await listGenerations(owner)).toMatchObject([{ state: "failed" }, { state: "live" }]);
    await run();
  });
});

test("a second rebuild at the same time is refused", async () => {
  await deliver(db.pool("projector"), log.records);
  let second: unknown = null;
  const first = run({
    onPhase: async (phase) => {
      if (phase === "index") second = await run().catch((error: unknown) => error);
    },
  });
  expect(await first).toMatchObject({ attempts: 1 });
  expect(String(second)).toMatch(/running already/);
});

test("a new generation's tables are made exactly like the live ones, rights included", async () => {
  await createGeneration(owner, "read_next");
  const live = await describeSchema(owner, "read");
  expect(live.length).toBeGreaterThan(100);
  expect(await describeSchema(owner, "read_next")).toEqual(live);
});

describe("a roll-back", () => {
  test("brings the kept tables up to date and makes them live; another one undoes it", async () => {
    await deliver(db.pool("projector"), log.records);
    await run();
    await deliver(db.pool("projector"), append()());
    const before = await dumpTables(owner);
    expect(await rollBack(owner, { log: memoryLogSource(log) })).toMatchObject({ caughtUp: 2 });
    expect(await dumpTables(owner)).toEqual(before);
    expect(await listGenerations(owner)).toMatchObject([{ state: "previous" }, { state: "live" }]);
    await rollBack(owner, { log: memoryLogSource(log) });
    expect(await dumpTables(owner)).toEqual(before);
    expect(await listGenerations(owner)).toMatchObject([{ state: "live" }, { state: "previous" }]);
  });

  test("is refused when nothing is kept, and when a migration came since", async () => {
    await deliver(db.pool("projector"), log.records);
    const back = () => rollBack(owner, { log: memoryLogSource(log) });
    await expect(back()).rejects.toThrow(/nothing to go back to/);
    await run();
    await owner.query({
      text: "update rebuild.generations set migrations = '{0001_read_tables}' where state = 'previous'",
    });
    await expect(back()).rejects.toThrow(/older than the last migration/);
  });
});

const stream = testId("added", 1);

/** One more shipment; the events are made when the result is called. */
function append() {
  return () => [
    log.append(tenant, stream, created(stream)),
    log.append(tenant, stream, scanned(1)),
  ];
}

function scanOf({ records }: MemoryLog): [string, string] {
  const found = records.find((record) => record.type === "shipment.created");
  return [found?.tenantId ?? "", found?.streamId ?? ""];
}

function run(options: Partial<RebuildOptions> = {}): Promise<RebuildReport> {
  return rebuild(owner, { log: memoryLogSource(log), workers: 2, ...options });
}

function someSteps(count: number) {
  const step = fc.record({
    kind: fc.constantFrom(...stepKinds),
    which: fc.nat(30),
    choice: fc.nat(9_999),
  });
  return fc.sample(step, { numRuns: count, seed: 20_261_128 });
}
