import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deliver } from "../fixtures/deliver.ts";
import { playHistory, stepKinds, type Step } from "../fixtures/history.ts";
import { createMemoryLog, testId, type MemoryLog } from "../fixtures/memory-log.ts";
import { memoryLogSource } from "../fixtures/memory-log-source.ts";
import { created, tenant } from "../fixtures/shipment-events.ts";
import type { LogSource } from "../rebuild/log-source.ts";
import { auditLive } from "./audit-live.ts";

let db: TestDatabase;
let log: MemoryLog;

beforeEach(async () => {
  db = await createTestDatabase();
  log = playHistory(steps(200), createMemoryLog(16));
});
afterEach(() => db.drop());

test("tables that the projector made are the fold of the log, also of a log that goes on", async () => {
  const applied = log.records.slice(0, 150);
  await deliver(db.pool("projector"), applied);
  const audit = await auditLive(db.pool("admin"), memoryLogSource(log));
  expect(audit).toMatchObject({ outcome: "equal", events: applied.length });
  expect(audit.outcome === "equal" && audit.rows).toBeGreaterThan(20);
});

test("sees the tables as of one moment, whatever the projector does meanwhile", async () => {
  const half = log.records.slice(0, 100);
  await deliver(db.pool("projector"), half);
  const source = memoryLogSource(log);
  let disturbed = false;
  const disturbing: LogSource = {
    ...source,
    partByStream: (part, upToPos) => disturb(source.partByStream(part, upToPos)),
  };
  async function* disturb<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
    if (!disturbed) {
      disturbed = true;
      await deliver(db.pool("projector"), log.records.slice(100));
    }
    yield* pages;
  }
  const audit = await auditLive(db.pool("admin"), disturbing);
  expect([audit.outcome, disturbed]).toEqual(["equal", true]);
  expect(audit).toMatchObject({ events: half.length });
});

test.each([
  ["update read.shipments set doc = '{}'", /^shipments of tenant \S+, \S+ differs from the log$/],
  ["delete from read.public_tracking", /^public_tracking of tenant \S+, \S+ is missing$/],
  ["update read.shipment_counts set n = n + 1", /^shipment_counts of tenant \S+, \S+ differs/],
])("names the first row that differs: %s", async (damage, sentence) => {
  await deliver(db.pool("projector"), log.records);
  await db.pool("admin").query({ text: damage });
  const audit = await auditLive(db.pool("admin"), memoryLogSource(log));
  expect(audit).toEqual({ outcome: "different", difference: expect.stringMatching(sentence) });
});

test("names a bucket that counts other rows than it holds", async () => {
  const long = createMemoryLog(1);
  for (let number = 0; number < 600; number += 1) {
    const id = testId("shipment", number);
    long.append(tenant, id, created(id, number));
  }
  await deliver(db.pool("projector"), long.records);
  const source = memoryLogSource(long);
  expect(await auditLive(db.pool("admin"), source)).toMatchObject({ outcome: "equal" });
  await db.pool("admin").query({
    text: "update read.shipment_buckets set n_draft = n_draft + 1 where till_at < 'infinity'",
  });
  expect(await auditLive(db.pool("admin"), source)).toEqual({
    outcome: "different",
    difference: expect.stringMatching(
      /^shipment_buckets of tenant \S+, \S+ .* differs from the log$/,
    ),
  });
});

function steps(count: number): readonly Step[] {
  const kind = fc.constantFrom(...stepKinds);
  const step = fc.record({ kind, which: fc.nat(30), choice: fc.nat(9_999) });
  return fc.sample(step, { numRuns: count, seed: 20_261_128 });
}
