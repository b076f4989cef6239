import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { encodeEvent, type TenantEvent } from "@shipment-tracking/contracts";
import {
  appendEvents,
  createPostgresEngine,
  partOf,
  requestUnpark,
  readUnparkRequests,
  readStream,
  type EventLogEngine,
  type NewEvent,
} from "@shipment-tracking/event-log";
import { inTransaction } from "@shipment-tracking/postgres";
import { listParked, unparkStream } from "@shipment-tracking/read-model";
import { createLogger, type Logger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startProjector, type Projector } from "./start-projector.ts";

let db: TestDatabase;
let lines: Record<string, unknown>[];
let log: Logger;
const running: { engine: EventLogEngine; projector: Projector }[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
  lines = [];
  const write = (line: string): void =>
    void lines.push(JSON.parse(line) as Record<string, unknown>);
  log = createLogger({ service: "projector", level: "debug", destination: { write } });
});
afterEach(async () => {
  for (const { engine, projector } of running.splice(0)) {
    await projector.stop();
    await engine.close();
  }
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  }
  await db.drop();
});

describe("a projector", () => {
  test("shows what was appended before its start and after it", async () => {
    const early = await append(randomUUID(), [created]);
    const projector = await start();
    await expectTenants({ [early]: 1 });
    const late = await append(randomUUID(), [created, { type: "tenant.deactivated" }]);
    projector.wake();
    await expectTenants({ [early]: 1, [late]: 2 });
    expect(lines).toContainEqual(
      expect.objectContaining({ level: "debug", applied: 2, msg: "delivery applied" }),
    );
  });

  test("goes on where the one before it stopped", async () => {
    const first = await append(randomUUID(), [created]);
    const before = await start();
    await expectTenants({ [first]: 1 });
    await before.stop();
    await append(first, [{ type: "tenant.deactivated" }], 1);
    const second = await append(randomUUID(), [created]);
    await start();
    await expectTenants({ [first]: 2, [second]: 1 });
  });

  test("parks a poisoned stream with an alarm, and replays it when asked to", async () => {
    const healthy = randomUUID();
    const poisoned = randomUUID();
    const poison = { ...newEvent(created), schemaVersion: 1, data: { name: "" } };
    await appendRaw(poisoned, [poison, newEvent({ type: "tenant.deactivated" })]);
    await append(healthy, [created]);
    await start();
    await expectTenants({ [healthy]: 1 });
    await expect
      .poll(() => listParked(db.pool("projector")))
      .toMatchObject([{ streamId: poisoned, pos: 1 }]);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: "error",
        streamId: poisoned,
        position: `${String(partOf(poisoned))}.1`,
      }),
    );

    const pool = db.pool("projector");
    const again = await unparkStream(pool, {
      streamId: poisoned,
      readStream: (id) => readStream(pool, id),
    });
    expect(again).toMatchObject({
      outcome: "parked_again",
      error: "Invalid data of tenant.created: name: is blank",
    });
    await db.pool("admin").query({
      text: `update write.event_log set data = '{"name":"mended"}' where stream_id = $1 and version = 1`,
      values: [poisoned],
    });
    const mended = await unparkStream(pool, {
      streamId: poisoned,
      readStream: (id) => readStream(pool, id),
    });
    expect(mended).toEqual({ outcome: "unparked", applied: 2 });
    await expectTenants({ [healthy]: 1, [poisoned]: 2 });
  });

  test("survives the loss of its connections", async () => {
    await start();
    const first = await append(randomUUID(), [created]);
    await expectTenants({ [first]: 1 });
    await db.pool("admin").query({
      text: `select pg_terminate_backend(activity.pid) from pg_stat_activity as activity
        where activity.datname = current_database() and activity.application_name = 'test-projector'`,
    });
    const second = await append(randomUUID(), [created]);
    await expectTenants({ [first]: 1, [second]: 1 });
    expect(await listParked(db.pool("projector"))).toEqual([]);
  });
});

test("a stream that somebody wants to have tried again flows once its event can be applied", async () => {
  const poisoned = randomUUID();
  await appendRaw(poisoned, [{ ...newEvent(created), data: { name: "" } }]);
  await start();
  const pool = db.pool("projector");
  await expect.poll(() => listParked(pool)).toMatchObject([{ streamId: poisoned }]);
  const [parked] = await listParked(pool);
  const request = { consumer: "projector", streamId: poisoned, tenantId: poisoned };
  await requestUnpark(db.pool("web"), request);
  await expect.poll(() => readUnparkRequests(pool, "projector"), { timeout: 5_000 }).toEqual([]);
  const [again] = await listParked(pool);
  expect(Date.parse(again?.parkedAt ?? "")).toBeGreaterThan(Date.parse(parked?.parkedAt ?? ""));
  await db.pool("admin").query({
    text: `update write.event_log set data = '{"name":"mended"}' where stream_id = $1`,
    values: [poisoned],
  });
  await requestUnpark(db.pool("web"), request);
  await expectTenants({ [poisoned]: 1 });
  expect(await listParked(pool)).toEqual([]);
});

test("when events became visible is kept for each part, beside the deliveries, the newest 32 of them", async () => {
  const tenant = await append(randomUUID(), [created]);
  const projector = await start();
  await expectTenants({ [tenant]: 1 });
  for (let version = 1; version <= 40; version += 1) {
    const type = version % 2 === 0 ? "tenant.activated" : "tenant.deactivated";
    await append(tenant, [{ type }], version);
    projector.wake();
    await expectTenants({ [tenant]: version + 1 });
  }
  await projector.stop();
  const { rows } = await db.pool("web").query<{ after_pos: number; pos: number; late: boolean }>({
    text: `
      select after_pos, pos, applied_at not between now() - interval '1 minute' and now() + interval '1 second' as late
      from read.applied_times where part = $1 order by pos`,
    values: [partOf(tenant)],
  });
  expect(rows.at(-1)).toEqual({ after_pos: 40, pos: 41, late: false });
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.length).toBeLessThanOrEqual(32);
  expect(rows.every(({ after_pos, pos }) => after_pos < pos)).toBe(true);
});

test("two projectors share the parts, and nothing is lost or doubled", async () => {
  const one = await start();
  const other = await start();
  const shares = () => [one.assignment(), other.assignment()];
  // what each believes may overlap for a moment: the epoch of a commit decides
  await expect
    .poll(() => [...shares().map((parts) => parts.length), new Set(shares().flat()).size], {
      timeout: 10_000,
    })
    .toEqual([32, 32, 64]);
  const expected: Record<string, number> = {};
  for (let number = 0; number < 60; number += 1) {
    expected[await append(randomUUID(), [created, { type: "tenant.deactivated" }])] = 2;
  }
  await expectTenants(expected);
  // each changed its tenant once or, when the two events came in two deliveries, twice
  const { rows } = await db
    .pool("projector")
    .query<{ version: number }>({ text: "select version from read.tenants" });
  for (const { version } of rows) expect([1, 2]).toContain(version);
});

test("the process goes on after SIGKILL and ends with 0 on SIGTERM", async () => {
  const first = await append(randomUUID(), [created]);
  const killed = startProcess();
  await expectTenants({ [first]: 1 });
  killed.kill("SIGKILL");
  await once(killed, "exit");
  await append(first, [{ type: "tenant.deactivated" }], 1);
  const next = startProcess();
  await expectTenants({ [first]: 2 });
  next.kill("SIGTERM");
  expect(await once(next, "exit")).toEqual([0, null]);
}, 60_000);

const created: TenantEvent = { type: "tenant.created", name: "Acme" };

async function start(): Promise<Projector> {
  const pool = db.pool("projector");
  const engine = createPostgresEngine({ pool, leaseMs: 1_000 });
  const projector = await startProjector({ engine, pool, log });
  running.push({ engine, projector });
  return projector;
}

function startProcess(): ChildProcess {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", main], {
    env: {
      PATH: process.env["PATH"],
      PROJECTOR_DATABASE_URL: db.urls.projector,
      HEALTH_PORT: "0",
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  children.push(child);
  return child;
}

function append(
  streamId: string,
  events: readonly TenantEvent[],
  expectedVersion = 0,
): Promise<string> {
  return appendRaw(streamId, events.map(newEvent), expectedVersion);
}

async function appendRaw(
  streamId: string,
  events: readonly NewEvent[],
  expectedVersion = 0,
): Promise<string> {
  const result = await inTransaction(db.pool("web"), (tx) =>
    appendEvents(tx, [{ tenantId: streamId, streamId, expectedVersion, events }]),
  );
  expect(result.outcome).toBe("appended");
  return streamId;
}

function newEvent(event: TenantEvent): NewEvent {
  const at = "2026-01-02T03:04:05.678Z";
  return {
    id: randomUUID(),
    ...encodeEvent(event),
    occurredAt: at,
    recordedAt: at,
    actor: { kind: "system", id: null },
    traceparent: null,
  };
}

/** Waits until the read tables hold exactly these tenants at these versions of their streams. */
async function expectTenants(expected: Readonly<Record<string, number>>): Promise<void> {
  const read = async (): Promise<Record<string, number>> => {
    const { rows } = await db.pool("projector").query<{ id: string; version: number }>({
      text: "select tenant_id as id, stream_version as version from read.tenants",
    });
    return Object.fromEntries(rows.map((row) => [row.id, row.version]));
  };
  await expect.poll(read, { timeout: 15_000 }).toEqual(expected);
}
