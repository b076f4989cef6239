import { hashTrackingToken, type EventRecord } from "@shipment-tracking/contracts";
import type { Pool } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliver } from "../fixtures/deliver.ts";
import { createMemoryLog, testId, type MemoryLog } from "../fixtures/memory-log.ts";
import { created, scanned, shared, tenant } from "../fixtures/shipment-events.ts";
import { dumpTables, emptyTables } from "../fixtures/read-tables.ts";
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

const bad = "0198c0de-0000-7000-8000-000000000001";
const good = "0198c0de-0000-7000-8000-000000000005";
const other = "0198c0de-0000-7000-8000-000000000009";

describe("a poison event", () => {
  test.each<[string, (scan: EventRecord) => Partial<EventRecord>, RegExp]>([
    ["of unknown type", () => ({ type: "shipment.exploded" }), /Unknown event type/],
    ["of unknown schema version", () => ({ schemaVersion: 9 }), /Unknown schema version 9/],
    ["without data", () => ({ data: null }), /not an object/],
    ["that is text, not an object", () => ({ data: "\u0001{" }), /not an object/],
    ["of another schema", () => ({ data: { hello: "world" } }), /Invalid data/],
    ["with NUL in its text", (scan) => ({ data: withCity(scan, "a\0b") }), /NUL/],
    ["of 2 MB", (scan) => ({ data: withCity(scan, "x".repeat(2_000_000)) }), /city/],
    [
      "of another kind of stream",
      () => ({ type: "tenant.activated", data: {} }),
      /does not belong/,
    ],
    ["of a tenant that is no UUID", () => ({ tenantId: "acme" }), /Invalid envelope: tenantId/],
    ["of another tenant", () => ({ tenantId: testId("tenant", 8) }), /another tenant/],
    ["with a version left out", (scan) => ({ version: scan.version + 1 }), /events are missing/],
    ["that creates the shipment again", () => recordOf(created(bad)), /exists already/],
    ["that voids an unknown entry", () => recordOf(voidOf(good)), /is not in the timeline/],
  ])("%s parks its stream where it stands, all others flow", async (_name, poison, error) => {
    log.append(tenant, good, created(good));
    log.append(tenant, bad, created(bad));
    log.append(tenant, bad, scanned(1));
    const scan = log.append(tenant, bad, scanned(2));
    const broken = { ...scan, ...poison(scan) };
    log.append(tenant, bad, scanned(3));
    log.append(tenant, good, scanned(4));

    const summary = await deliver(pool, replaced(broken));
    expect(summary).toMatchObject({
      records: 6,
      applied: 4,
      waiting: 1,
      parked: [{ record: broken }],
    });
    expect(await versions()).toEqual({ [bad]: 2, [good]: 2 });
    const [parked, ...others] = await listParked(pool);
    expect(others).toEqual([]);
    expect(parked).toMatchObject({
      streamId: bad,
      part: scan.part,
      pos: scan.pos,
      eventId: scan.id,
    });
    expect(parked?.error).toMatch(error);
  });

  test("as the very first of its stream parks it too", async () => {
    const poison = log.appendRaw({ tenantId: tenant, streamId: bad, type: "what" });
    expect(await deliver(pool, [poison])).toMatchObject({
      applied: 0,
      parked: [{ record: poison }],
    });
    expect(await versions()).toEqual({});
  });

  test("lets later deliveries of its stream wait, and only those", async () => {
    await deliver(pool, [log.appendRaw({ tenantId: tenant, streamId: bad, type: "what" })]);
    const later = [
      log.append(tenant, bad, created(bad)),
      log.append(tenant, good, created(good)),
      log.append(tenant, bad, scanned(1)),
    ];
    expect(await deliver(pool, later)).toMatchObject({ applied: 1, waiting: 2, parked: [] });
    expect(await versions()).toEqual({ [good]: 1 });
  });

  test("whose values the database refuses is found and parked at its own event", async () => {
    const token = hashTrackingToken("the same for two");
    const records = [
      log.append(tenant, good, created(good)),
      log.append(tenant, good, shared(token)),
      log.append(tenant, bad, created(bad)),
      log.append(tenant, bad, scanned(1)),
      log.append(tenant, bad, shared(token)),
      log.append(tenant, bad, scanned(2)),
      log.append(tenant, other, created(other)),
    ];
    const summary = await deliver(pool, records);
    expect(summary).toMatchObject({ applied: 5, waiting: 1, parked: [{ record: records[4] }] });
    expect(await versions()).toEqual({ [good]: 2, [bad]: 2, [other]: 1 });
    expect((await listParked(pool))[0]?.error).toMatch(/^Database: .*unique constraint/);
    const { rows } = await pool.query({ text: "select sum(n) as n from read.shipment_counts" });
    expect(rows).toEqual([{ n: "3" }]);
  });

  test("gives the same tables whether it comes alone or in a batch", async () => {
    const token = hashTrackingToken("again the same");
    log.append(tenant, good, created(good));
    log.append(tenant, good, shared(token));
    log.append(tenant, bad, created(bad));
    log.append(tenant, bad, shared(token));
    log.append(tenant, bad, scanned(1));
    log.appendRaw({ tenantId: tenant, streamId: other, type: "what" });
    log.append(tenant, other, created(other));
    for (const record of log.records) await deliver(pool, [record]);
    const one = await dumpTables(pool);
    await emptyTables(db.pool("admin"));
    await deliver(pool, log.records);
    expect(await dumpTables(pool)).toEqual(one);
  });
});

describe("unparking", () => {
  test("replays the stream from the log up to the applied position, not beyond", async () => {
    log.append(tenant, bad, created(bad));
    const scan = log.append(tenant, bad, scanned(1));
    log.append(tenant, bad, scanned(2));
    const broken = { ...scan, schemaVersion: 2 };
    await deliver(pool, replaced(broken));
    const notDelivered = log.append(tenant, bad, scanned(3));

    const options = { streamId: bad, readStream: readMended };
    expect(await unparkStream(pool, options)).toEqual({ outcome: "unparked", applied: 2 });
    expect(await versions()).toEqual({ [bad]: 3 });
    expect(await listParked(pool)).toEqual([]);
    expect(await deliver(pool, [notDelivered])).toMatchObject({ applied: 1 });
    expect(await unparkStream(pool, options)).toEqual({ outcome: "not_parked" });
  });

  test("parks the stream again with the new error when it fails again, having applied what precedes", async () => {
    log.append(tenant, bad, created(bad));
    const first = log.append(tenant, bad, scanned(1));
    const second = log.append(tenant, bad, scanned(2));
    await deliver(pool, replaced({ ...first, type: "first.error" }));

    const stillBroken = log.records.map((one) =>
      one === second ? { ...one, type: "second.error" } : one,
    );
    const result = await unparkStream(pool, {
      streamId: bad,
      readStream: () => Promise.resolve(stillBroken),
    });
    expect(result).toMatchObject({ outcome: "parked_again", applied: 1, pos: second.pos });
    expect(await versions()).toEqual({ [bad]: 2 });
    expect((await listParked(pool)).map((one) => one.error)).toEqual([
      'Unknown event type "second.error"',
    ]);
  });

  test("parks again what the database refuses", async () => {
    const token = hashTrackingToken("taken");
    await deliver(pool, [
      log.append(tenant, good, created(good)),
      log.append(tenant, good, shared(token)),
      log.append(tenant, bad, created(bad)),
      log.append(tenant, bad, shared(token)),
    ]);
    const result = await unparkStream(pool, { streamId: bad, readStream: readMended });
    expect(result).toMatchObject({ outcome: "parked_again", applied: 0 });
    expect(await versions()).toEqual({ [good]: 2, [bad]: 1 });
  });

  test("changes nothing when the log cannot be read", async () => {
    await deliver(pool, [log.appendRaw({ tenantId: tenant, streamId: bad, type: "what" })]);
    const before = await dumpTables(pool);
    const readStream = (): Promise<never> => Promise.reject(new Error("log is away"));
    await expect(unparkStream(pool, { streamId: bad, readStream })).rejects.toThrow("log is away");
    expect(await dumpTables(pool)).toEqual(before);
  });

  test("loses no event that is delivered at the same time", async () => {
    const scan = log.append(tenant, bad, created(bad));
    await deliver(pool, [{ ...scan, schemaVersion: 2 }]);
    const later = Array.from({ length: 20 }, (_, at) => log.append(tenant, bad, scanned(at)));
    const delivering = (async () => {
      for (const record of later) await deliver(pool, [record]);
    })();
    await unparkStream(pool, { streamId: bad, readStream: readMended });
    await delivering;
    expect(await versions()).toEqual({ [bad]: 21 });
    expect(await listParked(pool)).toEqual([]);
  });
});

function readMended(streamId: string): Promise<readonly EventRecord[]> {
  return Promise.resolve(log.ofStream(streamId));
}

function replaced(broken: EventRecord): readonly EventRecord[] {
  return log.records.map((record) => (record.id === broken.id ? broken : record));
}

function withCity(scan: EventRecord, city: string): object {
  // a recorded scan, made by the builder above
  const data = scan.data as { entry: object };
  return { ...data, entry: { ...data.entry, city } };
}

function recordOf(event: { readonly type: string }): Partial<EventRecord> {
  const { type, ...data } = event;
  return { type, data };
}

function voidOf(eventId: string) {
  const { entry: _entry, ...change } = scanned(1);
  return {
    ...change,
    type: "shipment.tracking_event_voided",
    eventId,
    reason: "",
    replacement: null,
  };
}

async function versions(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ id: string; version: number }>({
    text: "select id, version from read.shipments",
  });
  return Object.fromEntries(rows.map((row) => [row.id, row.version]));
}
