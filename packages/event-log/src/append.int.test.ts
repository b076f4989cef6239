import { randomUUID } from "node:crypto";
import { inTransaction } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendEvents } from "./append.ts";
import {
  append,
  newEvent,
  streamInPart,
  streamOf,
  tenantId,
  versionOf,
} from "./new-streams.contract.ts";
import { partOf } from "./part.ts";
import { readHeads, readPart, readStream } from "./read.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(async () => {
  await db.drop();
});

describe("appendEvents", () => {
  it("returns every field as it was given, with version, part and position", async () => {
    const streamId = randomUUID();
    const event = {
      ...newEvent({ city: "Malmö 东京", note: "nul \u0000 and lone \ud800", big: 1e300 }),
      occurredAt: "2026-01-02T03:04:05+02:00",
      recordedAt: "2026-01-02T03:04:05.678Z",
      actor: { kind: "user" as const, id: "u-1" },
      traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    };
    const result = await append(db.pool("web"), [
      { tenantId, streamId, expectedVersion: 0, events: [event] },
    ]);
    const pos = (await readHeads(db.pool("web"))).get(partOf(streamId));
    expect(result).toEqual({
      outcome: "appended",
      positions: [{ streamId, part: partOf(streamId), pos }],
    });
    expect(await readStream(db.pool("web"), streamId)).toEqual([
      {
        ...event,
        occurredAt: "2026-01-02T01:04:05.000Z",
        tenantId,
        streamId,
        version: 1,
        part: partOf(streamId),
        pos,
      },
    ]);
  });

  it("numbers versions per stream and positions per part, in the order given", async () => {
    const [first, second, elsewhere] = [streamInPart(7), streamInPart(7), streamInPart(3)];
    const before = await readHeads(db.pool("web"));
    const [base7, base3] = [before.get(7) ?? 0, before.get(3) ?? 0];
    const result = await append(db.pool("web"), [
      streamOf(first, { count: 3 }),
      streamOf(elsewhere, { count: 1 }),
      streamOf(second, { count: 2 }),
    ]);
    expect(result).toEqual({
      outcome: "appended",
      positions: [
        { streamId: first, part: 7, pos: base7 + 3 },
        { streamId: elsewhere, part: 3, pos: base3 + 1 },
        { streamId: second, part: 7, pos: base7 + 5 },
      ],
    });
    const records = await readPart(db.pool("web"), 7, { afterPos: base7, limit: 10 });
    expect(records.map(({ streamId, version, pos }) => [streamId, version, pos - base7])).toEqual([
      [first, 1, 1],
      [first, 2, 2],
      [first, 3, 3],
      [second, 1, 4],
      [second, 2, 5],
    ]);
    expect((await readHeads(db.pool("web"))).get(7)).toBe(base7 + 5);
  });

  describe.each(["alone", "with another stream"])("a stream at version 2, %s", (company) => {
    it.each([0, 1, 3, 4])(
      "that was expected at %i is a conflict, and nothing changes",
      async (expectedVersion) => {
        const streamId = randomUUID();
        const other = randomUUID();
        await append(db.pool("web"), [streamOf(streamId, { count: 2 })]);
        const heads = await readHeads(db.pool("web"));
        const stale = streamOf(streamId, { expectedVersion });
        // committed, although nobody should
        const result = await inTransaction(db.pool("web"), (tx) =>
          appendEvents(tx, company === "alone" ? [stale] : [streamOf(other), stale]),
        );
        expect(result).toEqual({ outcome: "conflict", streamId });
        expect(await versionOf(db.pool("web"), other)).toBe(0);
        expect(await versionOf(db.pool("web"), streamId)).toBe(2);
        expect(await readHeads(db.pool("web"))).toEqual(heads);
      },
    );
  });

  it("appends 5,000 events of 1,000 streams in one statement", async () => {
    const before = await readHeads(db.pool("web"));
    const streams = Array.from({ length: 1_000 }, () => streamOf(randomUUID(), { count: 5 }));
    const result = await append(db.pool("web"), streams);
    expect(result.outcome).toBe("appended");
    const after = await readHeads(db.pool("web"));
    const added = [...after].reduce((sum, [part, pos]) => sum + pos - (before.get(part) ?? 0), 0);
    expect(added).toBe(5_000);
    for (const [part, head] of after) {
      const records = await readPart(db.pool("web"), part, { afterPos: 0, limit: 10_000 });
      expect(records.map((record) => record.pos)).toEqual(
        Array.from({ length: head }, (_, index) => index + 1),
      );
    }
  });

  it("does nothing for no streams", async () => {
    expect(await append(db.pool("web"), [])).toEqual({ outcome: "appended", positions: [] });
  });

  it("refuses a stream that occurs twice, an empty one and an event without payload", async () => {
    const streamId = randomUUID();
    const twice = append(db.pool("web"), [streamOf(streamId), streamOf(streamId)]);
    await expect(twice).rejects.toThrow(RangeError);
    await expect(append(db.pool("web"), [streamOf(streamId, { count: 0 })])).rejects.toThrow(
      RangeError,
    );
    const event = { ...newEvent(), data: undefined };
    const bare = append(db.pool("web"), [
      { tenantId, streamId, expectedVersion: 0, events: [event] },
    ]);
    await expect(bare).rejects.toThrow(RangeError);
  });

  it("throws on an event id that exists already", async () => {
    const event = newEvent();
    const appendAgain = () =>
      append(db.pool("web"), [
        { tenantId, streamId: randomUUID(), expectedVersion: 0, events: [event] },
      ]);
    await appendAgain();
    await expect(appendAgain()).rejects.toMatchObject({ constraint: "event_log_id_key" });
  });
});

describe("readStream and readPart", () => {
  it("read from a version and after a position", async () => {
    const streamId = streamInPart(60);
    const base = (await readHeads(db.pool("web"))).get(60) ?? 0;
    await append(db.pool("web"), [streamOf(streamId, { count: 5 })]);
    const stream = await readStream(db.pool("web"), streamId, { fromVersion: 4 });
    expect(stream.map((record) => record.version)).toEqual([4, 5]);
    const part = await readPart(db.pool("web"), 60, { afterPos: base + 1, limit: 2 });
    expect(part.map((record) => record.pos)).toEqual([base + 2, base + 3]);
    expect(await readStream(db.pool("web"), randomUUID())).toEqual([]);
  });

  it("hold 64 heads", async () => {
    const heads = await readHeads(db.pool("projector"));
    expect([...heads.keys()]).toEqual(Array.from({ length: 64 }, (_, part) => part));
  });
});

describe("the rights on the log", () => {
  it.each([
    ["web", "update write.event_log set type = 'x'"],
    ["web", "delete from write.event_log"],
    ["web", "truncate write.event_log"],
    ["web", "delete from write.log_head"],
    ["web", "insert into write.log_head (part) values (64)"],
    ["web", "update write.log_leases set epoch = 0"],
    ["projector", "update write.event_log set type = 'x'"],
    ["projector", "delete from write.event_log"],
    ["projector", "insert into write.event_log (part) values (1)"],
    ["projector", "update write.log_head set pos = 0"],
    ["api", "select from write.event_log"],
    ["api", "select from write.log_head"],
    ["usage", "select from write.event_log"],
  ] as const)("%s cannot %s", async (role, text) => {
    await expect(db.pool(role).query({ text })).rejects.toMatchObject({ code: "42501" });
  });
});
