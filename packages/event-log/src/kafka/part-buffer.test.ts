import { describe, expect, it } from "vitest";
import type { EventRecord } from "@shipment-tracking/contracts";
import { PartBuffer } from "./part-buffer.ts";

const all = { records: 100, bytes: 1_000 };

function recordAt(pos: number): EventRecord {
  return {
    id: String(pos),
    type: "test.happened",
    schemaVersion: 1,
    tenantId: "t",
    streamId: "s",
    version: pos,
    part: 1,
    pos,
    occurredAt: "2026-03-01T08:30:00.000Z",
    recordedAt: "2026-03-01T08:30:00.000Z",
    actor: { kind: "system", id: null },
    traceparent: null,
    data: {},
  };
}

function bufferAt(pos: number, arriving: readonly number[]): PartBuffer {
  const buffer = new PartBuffer(pos);
  for (const next of arriving) buffer.push({ kind: "record", record: recordAt(next) }, 10);
  return buffer;
}

function offered(buffer: PartBuffer, pos: number, limits = all): unknown {
  const offer = buffer.offer(pos, limits);
  return offer.kind === "records" ? offer.records.map((record) => record.pos) : offer;
}

describe("PartBuffer", () => {
  it("offers what follows the position, once, in order", () => {
    expect(offered(bufferAt(3, [1, 2, 3, 4, 5, 4, 5, 6]), 3)).toEqual([4, 5, 6]);
    expect(offered(bufferAt(3, []), 3)).toEqual({ kind: "nothing" });
  });

  it("keeps what it offered until the position has passed it", () => {
    const buffer = bufferAt(0, [1, 2, 3]);
    expect([buffer.advance(0), offered(buffer, 0)]).toEqual([true, [1, 2, 3]]);
    expect([buffer.advance(2), offered(buffer, 2)]).toEqual([true, [3]]);
    expect([buffer.advance(9), offered(buffer, 9), buffer.last]).toEqual([
      true,
      { kind: "nothing" },
      9,
    ]);
  });

  it("cannot go back behind what it has dropped", () => {
    const buffer = bufferAt(0, [1, 2, 3]);
    expect([buffer.advance(2), buffer.advance(1)]).toEqual([true, false]);
  });

  it("names a gap before its first record, and ends a run before one", () => {
    expect(offered(bufferAt(3, [6, 7]), 3)).toEqual({ kind: "gap", upTo: 5 });
    expect(offered(bufferAt(3, [4, 5, 8]), 3)).toEqual([4, 5]);
    // two records that changed places: the second is in the table
    expect(offered(bufferAt(0, [2, 1, 3]), 0)).toEqual({ kind: "gap", upTo: 1 });
  });

  it("names a record that is only referred to as a gap", () => {
    const buffer = bufferAt(0, [1]);
    buffer.push({ kind: "reference", pos: 2 }, 0);
    buffer.push({ kind: "record", record: recordAt(3) }, 10);
    expect(offered(buffer, 0)).toEqual([1]);
    buffer.advance(1);
    expect(offered(buffer, 1)).toEqual({ kind: "gap", upTo: 2 });
    buffer.advance(2);
    expect(offered(buffer, 2)).toEqual([3]);
  });

  it("offers within the limits, one record at least", () => {
    const buffer = bufferAt(0, [1, 2, 3, 4]);
    expect(offered(buffer, 0, { records: 2, bytes: 1_000 })).toEqual([1, 2]);
    expect(offered(buffer, 0, { records: 9, bytes: 35 })).toEqual([1, 2, 3]);
    expect(offered(buffer, 0, { records: 9, bytes: 1 })).toEqual([1]);
  });

  it("is full by number or size, and half empty by both", () => {
    const buffer = bufferAt(0, [1, 2, 3, 4]);
    expect([
      buffer.isFull({ records: 4, bytes: 99 }),
      buffer.isFull({ records: 5, bytes: 40 }),
    ]).toEqual([true, true]);
    expect(buffer.isHalfEmpty({ records: 4, bytes: 1_000 })).toBe(false);
    buffer.advance(2);
    expect(buffer.isHalfEmpty({ records: 4, bytes: 40 })).toBe(true);
    expect(buffer.isHalfEmpty({ records: 4, bytes: 39 })).toBe(false);
  });

  it("tells what has arrived since it expected nothing, repetitions included", () => {
    const buffer = bufferAt(0, [1, 2, 3]);
    buffer.expectNothing();
    expect(buffer.newest).toBe(0);
    buffer.push({ kind: "record", record: recordAt(2) }, 10);
    expect(buffer.newest).toBe(2);
  });

  it("forgets records that the log does not know, and takes those that are real", () => {
    const buffer = bufferAt(3, [1_000_000, 4]);
    expect(offered(buffer, 3)).toEqual({ kind: "gap", upTo: 999_999 });
    buffer.clear(3);
    buffer.push({ kind: "record", record: recordAt(4) }, 10);
    expect(offered(buffer, 3)).toEqual([4]);
  });
});
