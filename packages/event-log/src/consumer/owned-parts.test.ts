import { describe, expect, it } from "vitest";
import type { PartBatch } from "../port.ts";
import { OwnedParts } from "./owned-parts.ts";

function ownedAt(positions: Readonly<Record<number, number>>, epoch = 1): OwnedParts {
  const owned = new OwnedParts();
  const leases = Object.keys(positions).map((part) => ({ part: Number(part), epoch }));
  owned.add(leases);
  owned.position(
    new Map(Object.entries(positions).map(([part, pos]) => [Number(part), pos])),
    leases,
  );
  return owned;
}

/** A batch of records at the given positions. */
function batchAt(part: number, positions: readonly number[], epoch = 1): PartBatch {
  const records = positions.map((pos) => ({
    id: `${String(part)}.${String(pos)}`,
    type: "test.happened",
    schemaVersion: 1,
    tenantId: "t",
    streamId: "s",
    version: pos,
    part,
    pos,
    occurredAt: "2026-03-01T08:30:00.000Z",
    recordedAt: "2026-03-01T08:30:00.000Z",
    actor: { kind: "system" as const, id: null },
    traceparent: null,
    data: {},
  }));
  return { part, epoch, records };
}

describe("OwnedParts", () => {
  it("asks for the position of a new part, 0 when the consumer has none", () => {
    const owned = new OwnedParts();
    const leases = [{ part: 3, epoch: 1 }];
    expect(owned.replace(leases)).toBe(true);
    expect([owned.unpositioned(), [...owned.wanted(0)]]).toEqual([[3], []]);
    owned.position(new Map(), leases);
    expect([owned.unpositioned(), [...owned.wanted(0)]]).toEqual([[], [[3, 0]]]);
  });

  it("keeps the positions of the parts that stay, forgets those whose epoch moved", () => {
    const owned = ownedAt({ 1: 10, 2: 20 });
    expect(
      owned.replace([
        { part: 1, epoch: 1 },
        { part: 2, epoch: 2 },
      ]),
    ).toBe(true);
    expect([owned.unpositioned(), [...owned.wanted(0)]]).toEqual([[2], [[1, 10]]]);
    expect(
      owned.replace([
        { part: 1, epoch: 1 },
        { part: 2, epoch: 2 },
      ]),
    ).toBe(false);
  });

  it("drops an answer about positions that came too late", () => {
    const owned = new OwnedParts();
    owned.replace([{ part: 3, epoch: 1 }]);
    owned.replace([{ part: 3, epoch: 2 }]);
    owned.position(new Map([[3, 7]]), [{ part: 3, epoch: 1 }]);
    expect(owned.unpositioned()).toEqual([3]);
    owned.seek(3, 5);
    owned.position(new Map([[3, 7]]), [{ part: 3, epoch: 2 }]);
    expect([...owned.wanted(0)]).toEqual([[3, 5]]);
  });

  it("moves on behind a delivery that was handled", () => {
    const owned = ownedAt({ 1: 0, 2: 4 });
    const batches = [batchAt(1, [1, 2]), batchAt(2, [5])];
    owned.begin(batches);
    owned.end(batches, "handled");
    expect([...owned.wanted(0)]).toEqual([
      [1, 2],
      [2, 5],
    ]);
  });

  it("asks for all positions again behind one that failed", () => {
    const owned = ownedAt({ 1: 0, 2: 4 });
    const batches = [batchAt(1, [1, 2])];
    owned.begin(batches);
    owned.end(batches, "failed");
    expect(owned.unpositioned()).toEqual([1, 2]);
  });

  it("lets a seek during the delivery stand, also one to where the part was", () => {
    const owned = ownedAt({ 1: 0 });
    const batches = [batchAt(1, [1, 2])];
    owned.begin(batches);
    owned.seek(1, 0);
    owned.end(batches, "handled");
    expect([...owned.wanted(0)]).toEqual([[1, 0]]);
  });

  it("ignores a seek in a part of another member", () => {
    const owned = ownedAt({ 1: 0 });
    owned.seek(2, 9);
    expect([...owned.wanted(0)]).toEqual([[1, 0]]);
  });

  it("gives back at once only what is in no delivery, and looks at neither", () => {
    const owned = ownedAt({ 1: 0, 2: 0, 3: 0, 4: 0 });
    owned.begin([batchAt(4, [1])]);
    expect(owned.leave(2)).toEqual([3]);
    expect([...owned.wanted(0).keys()]).toEqual([1, 2]);
    owned.end([batchAt(4, [1])], "handled");
    expect(owned.hasLeaving()).toBe(true);
    expect(owned.leave(2)).toEqual([4, 3]);
  });

  it("delivers nothing of a part that was lost, is leaving or was sought since it was looked at", () => {
    const owned = ownedAt({ 1: 5, 2: 5, 3: 5, 4: 5 });
    owned.leave(1);
    owned.seek(3, 0);
    owned.replace([1, 2, 3, 4].map((part) => ({ part, epoch: part === 2 ? 9 : 1 })));
    expect([1, 2, 3, 4].map((part) => owned.deliverable(part, 5))).toEqual([1, null, null, null]);
  });

  it("names the parts of a delivery that were lost", () => {
    const owned = ownedAt({ 1: 0, 2: 0 });
    const batches = [batchAt(1, [1]), batchAt(2, [1])];
    expect(owned.lost(batches)).toEqual([]);
    owned.replace([{ part: 2, epoch: 2 }]);
    expect(owned.lost(batches)).toEqual([1, 2]);
  });

  it("looks at a blocked part again when its time has come, or at once after a seek", () => {
    const owned = ownedAt({ 1: 3, 2: 3 });
    owned.block(1, 100);
    owned.block(2, 100);
    owned.seek(2, 3);
    expect([...owned.wanted(99).keys()]).toEqual([2]);
    expect([...owned.wanted(100).keys()]).toEqual([1, 2]);
  });
});
