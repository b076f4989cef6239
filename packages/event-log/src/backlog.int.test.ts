import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readBacklog, readLag } from "./backlog.ts";
import { append, streamInPart, streamOf } from "./new-streams.contract.ts";

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
  await append(db.pool("web"), [streamOf(streamInPart(3), { count: 5 })]);
  await append(db.pool("web"), [streamOf(streamInPart(40), { count: 2 })]);
});
afterEach(async () => {
  await db.drop();
});

const lagOf = (applied: Record<number, number>) =>
  readLag(
    db.pool("projector"),
    new Map(Object.entries(applied).map(([part, pos]) => [Number(part), pos])),
  );

async function recordedAgo(part: number, pos: number, seconds: number): Promise<void> {
  await db.pool("admin").query({
    text: `
      update write.event_log as events
      set recorded_at = clock_timestamp() - $3 * interval '1 second'
      where events.part = $1
        and events.pos = $2`,
    values: [part, pos, seconds],
  });
}

describe("the lag of a consumer", () => {
  test("is what was appended less what was applied, for every part", async () => {
    const lag = await lagOf({ 3: 4, 40: 2 });
    expect(lag.headEvents).toBe(7);
    expect(lag.parts.map(({ part }) => part)).toEqual(Array.from({ length: 64 }, (_, i) => i));
    expect(lag.parts.filter(({ events }) => events > 0)).toMatchObject([{ part: 3, events: 1 }]);
    expect(lag.parts[40]).toEqual({ part: 40, events: 0, seconds: 0 });
  });

  test("is everything where nothing was applied", async () => {
    const events = (await lagOf({})).parts.map((part) => part.events);
    expect([events[3], events[40]]).toEqual([5, 2]);
    expect(events.reduce((sum, one) => sum + one, 0)).toBe(7);
  });

  test("is as old as the oldest event that is not applied, and grows", async () => {
    await recordedAgo(3, 1, 500);
    await recordedAgo(3, 2, 30);
    const first = (await lagOf({ 3: 1, 40: 2 })).parts[3]?.seconds ?? 0;
    expect(first).toBeGreaterThanOrEqual(30);
    expect(first).toBeLessThan(60);
    const again = (await lagOf({ 3: 1, 40: 2 })).parts[3]?.seconds ?? 0;
    expect(again).toBeGreaterThan(first);
  });

  test("is never negative, whatever the clocks say and whatever is applied", async () => {
    await recordedAgo(3, 5, -3_600);
    expect((await lagOf({ 3: 4 })).parts[3]).toEqual({ part: 3, events: 1, seconds: 0 });
    expect((await lagOf({ 3: 99 })).parts[3]).toEqual({ part: 3, events: 0, seconds: 0 });
  });

  test("says that there are events even where the log is damaged", async () => {
    await db.pool("admin").query({ text: "delete from write.event_log where part = 40" });
    expect((await lagOf({})).parts[40]).toEqual({ part: 40, events: 2, seconds: null });
    expect(await readBacklog(db.pool("projector"), new Map([[3, 5]]))).toEqual({
      events: 2,
      parts: [{ part: 40, events: 2 }],
      oldestAgeMs: null,
    });
  });
});
