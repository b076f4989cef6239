import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { applyBatch } from "./apply-batch.ts";
import { eventRules } from "./event-lines.ts";
import { createImportHarness, type ImportHarness } from "./fixtures/import-harness.ts";
import { claimImport, LeaseLost, setTotal } from "./import-lease.ts";
import { discardAbandonedUploads } from "./import-records.ts";
import { prepareBatch } from "./prepared-batch.ts";

let harness: ImportHarness;

beforeEach(async () => {
  harness = await createImportHarness();
});

afterEach(async () => {
  await harness.close();
});

const shipments = ["shipmentNumber,mode", ...numbers(40).map((n) => `S-${n},ltl`)].join("\n");

/** Events of the 40 shipments in turn, one a minute. */
function eventsFile(count: number): string {
  const lines = numbers(count).map((n, index) => {
    const eventAt = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
    return `S-${String(index % 40)},in_transit,City ${n},${eventAt},E-${n}`;
  });
  return ["shipmentNumber,eventType,city,eventAt,externalId", ...lines].join("\n");
}

function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}

interface Logged {
  readonly events: number;
  readonly distinct: number;
}

/** Recorded events in the log, and how many different ones. */
async function logged(): Promise<Logged> {
  const { rows } = await harness.pool.query<{ events: number; distinct: number }>({
    text: `
      select count(*)::integer as events,
        count(distinct event_log.data -> 'entry' ->> 'externalId')::integer as distinct
      from write.event_log
      where event_log.type = 'shipment.tracking_event_recorded'`,
  });
  return rows[0] ?? { events: -1, distinct: -1 };
}

async function processedOf(importId: string): Promise<number> {
  return (await harness.import(importId)).processed;
}

async function importShipments(): Promise<void> {
  const worker = harness.startWorker();
  expect((await harness.run("shipments", shipments)).accepted).toBe(40);
  await worker.stop();
}

describe("an import goes on where it stood", () => {
  test("after its worker was stopped, with another worker, at once", async () => {
    await importShipments();
    const importId = await harness.upload("events", eventsFile(4_000));
    const first = harness.startWorker();
    await expect
      .poll(() => processedOf(importId), { interval: 2, timeout: 10_000 })
      .toBeGreaterThan(0);
    await first.stop();
    const before = await harness.import(importId);
    expect(before).toMatchObject({ state: "running", total: 4_000 });
    expect(before.processed).toBeLessThan(4_000);
    expect((await logged()).events).toBe(before.processed);
    harness.startWorker();
    const result = await harness.finished(importId);
    expect(result).toMatchObject({
      state: "done",
      processed: 4_000,
      accepted: 4_000,
      duplicates: 0,
    });
    expect(await logged()).toEqual({ events: 4_000, distinct: 4_000 });
  });

  test("after its database connections were killed again and again", async () => {
    await importShipments();
    const importId = await harness.upload("events", eventsFile(4_000));
    harness.startWorker();
    for (let kills = 1; kills <= 4; kills += 1) {
      const seen = kills * 400;
      await expect
        .poll(() => processedOf(importId).catch(() => 0), { interval: 2, timeout: 10_000 })
        .toBeGreaterThanOrEqual(seen);
      await killConnections();
    }
    const result = await harness.finished(importId);
    expect(result).toMatchObject({ state: "done", accepted: 4_000, duplicates: 0, rejected: [] });
    expect(await logged()).toEqual({ events: 4_000, distinct: 4_000 });
  });

  test("when its worker died: once the lease has run out, not before", async () => {
    await importShipments();
    const importId = await harness.upload("events", eventsFile(10));
    const dead = await claimImport(harness.pool, newId());
    expect(dead?.id).toBe(importId);
    expect(await claimImport(harness.pool, newId())).toBeNull();
    await expireLease(importId);
    harness.startWorker();
    expect((await harness.finished(importId)).accepted).toBe(10);
  });

  test("when its worker died and no other process can be there: at once", async () => {
    await importShipments();
    const importId = await harness.upload("events", eventsFile(10));
    await claimImport(harness.pool, newId());
    harness.startWorker({ exclusive: true });
    expect((await harness.finished(importId)).accepted).toBe(10);
  });
});

describe("one worker an import", () => {
  test("several workers share the imports and import each line once", async () => {
    await importShipments();
    const ids = await Promise.all(numbers(6).map(() => harness.upload("events", eventsFile(600))));
    for (let count = 0; count < 3; count += 1) harness.startWorker();
    const results = await Promise.all(ids.map((id) => harness.finished(id)));
    const sum = (field: "accepted" | "duplicates") =>
      results.reduce((total, result) => total + result[field], 0);
    expect(results.map((result) => result.state)).toEqual(ids.map(() => "done"));
    expect(sum("accepted")).toBe(600);
    expect(sum("duplicates")).toBe(5 * 600);
    expect(await logged()).toEqual({ events: 600, distinct: 600 });
  });

  test("a worker that was taken for dead can commit nothing more", async () => {
    await importShipments();
    const importId = await harness.upload("events", eventsFile(10));
    const late = newId();
    const job = await claimImport(harness.pool, late);
    if (job === null) throw new Error("not claimed");
    await expireLease(importId);
    expect((await claimImport(harness.pool, newId()))?.id).toBe(importId);
    const held = { importId, workerId: late };
    const fields = {
      shipmentNumber: "S-0",
      eventType: "pickup",
      city: "Bern",
      eventAt: "2026-01-01T00:00:00Z",
    };
    const batch = await prepareBatch(eventRules, [{ line: 2, fields }]);
    await expect(applyBatch(harness.pool, { job, held }, batch)).rejects.toThrow(LeaseLost);
    await expect(setTotal(harness.pool, held, 10)).rejects.toThrow(LeaseLost);
    expect((await logged()).events).toBe(0);
  });
});

describe("failures", () => {
  test("that no waiting explains end the import with a sentence; what was in stays", async () => {
    await importShipments();
    await refuseCity("City 1234");
    const importId = await harness.upload("events", eventsFile(2_000));
    harness.startWorker();
    const result = await harness.finished(importId);
    expect(result).toMatchObject({ state: "failed", processed: 1_000, accepted: 1_000 });
    expect(result.error).toMatch(
      /^An internal error stopped the import; what it had taken in stays\./,
    );
    expect((await logged()).events).toBe(1_000);
  });

  test("do not keep the next import from being carried out", async () => {
    await importShipments();
    await refuseCity("City 5");
    const failing = await harness.upload("events", eventsFile(10));
    const good = await harness.upload("events", eventsFile(5));
    harness.startWorker();
    expect((await harness.finished(good)).accepted).toBe(5);
    expect((await harness.finished(failing)).state).toBe("failed");
  });
});

test("readers of the log are woken after each batch", async () => {
  let woken = 0;
  harness.startWorker({ wakeLog: () => (woken += 1) });
  await harness.run("shipments", shipments);
  expect(woken).toBe(1);
});

test("uploads that a killed process left behind are taken out after an hour", async () => {
  const insert = (age: string) => ({
    text: `
      insert into write.imports (id, tenant_id, kind, state, created_at)
      values ($1, $2, 'events', 'receiving', now() - $3::interval)`,
    values: [newId(), harness.tenantId, age],
  });
  await harness.pool.query(insert("61 minutes"));
  await harness.pool.query(insert("59 minutes"));
  expect(await discardAbandonedUploads(harness.pool)).toBe(1);
});

async function killConnections(): Promise<void> {
  await harness.db.pool("admin").query({
    text: `
      select pg_terminate_backend(activity.pid)
      from pg_catalog.pg_stat_activity as activity
      where activity.datname = current_database()
        and activity.application_name = 'test-web'`,
  });
}

async function expireLease(importId: string): Promise<void> {
  await harness.pool.query({
    text: `
      update write.imports
      set lease_until = now() - interval '1 second'
      where imports.id = $1`,
    values: [importId],
  });
}

/** Makes the database fail, in a way that is no transient trouble, on a fact in this city. */
async function refuseCity(city: string): Promise<void> {
  await harness.db.pool("admin").query({
    text: `alter table write.shipment_facts add constraint planted check (city <> '${city}')`,
  });
}
