import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DecodedEvent } from "@shipment-tracking/contracts";
import { createMemoryLog, testId } from "../fixtures/memory-log.ts";
import { UnprojectableEvent } from "../project/unprojectable-event.ts";
import { foldStream } from "./fold-stream.ts";
import { groupStreams, type StreamWork } from "./group-streams.ts";

const stream = testId("tenant", 1);

interface Row {
  readonly tenantId: string;
  readonly version: number;
  readonly seen: readonly number[];
}

describe("foldStream", () => {
  test("leaves out what the row contains and applies the rest in order", () => {
    fc.assert(
      fc.property(fc.nat(6), fc.integer({ min: 1, max: 6 }), fc.nat(6), (known, first, count) => {
        const before = known === 0 ? null : { tenantId: stream, version: known, seen: [] };
        const folded = foldStream(work(first, count), before, project);
        const wanted = Array.from({ length: count }, (_, at) => first + at).filter(
          (one) => one > known,
        );
        const gap = (wanted[0] ?? known + 1) !== known + 1;
        expect(folded.repeated).toBe(count - wanted.length);
        expect(folded.applied).toBe(gap ? 0 : wanted.length);
        expect(folded.after?.seen ?? []).toEqual(gap ? [] : wanted);
        expect(folded.poison?.record.version ?? null).toBe(gap ? (wanted[0] ?? null) : null);
        expect(folded.waiting).toBe(gap ? wanted.length - 1 : 0);
      }),
    );
  });

  test("an event that does not fit ends the fold; the later ones wait, an undecoded one among them", () => {
    const whole = work(1, 4);
    const undecoded = { record: whole.events[3]?.record ?? never(), error: "undecodable" };
    const cut: StreamWork = {
      ...whole,
      events: whole.events.slice(0, 3),
      poison: undecoded,
      waiting: 5,
    };
    const folded = foldStream<Row>(cut, null, (row, decoded) => {
      if (decoded.record.version === 2) throw new UnprojectableEvent("does not fit");
      return project(row, decoded);
    });
    expect(folded).toMatchObject({ applied: 1, waiting: 7, poison: { error: "does not fit" } });
  });

  test("a bug is not taken for a poison event", () => {
    const bug = (): never => {
      throw new TypeError("bug");
    };
    expect(() => foldStream(work(1, 1), null, bug)).toThrow(TypeError);
  });
});

test("grouping keeps each stream's order and cuts it at what cannot be decoded", () => {
  const log = createMemoryLog();
  const other = testId("tenant", 2);
  log.append(stream, stream, { type: "tenant.activated" });
  log.append(other, other, { type: "tenant.activated" });
  log.append(stream, stream, { type: "tenant.deactivated" });
  const poison = log.appendRaw({ tenantId: stream, streamId: stream, type: "what" });
  log.append(stream, stream, { type: "tenant.activated" });
  log.append(other, other, { type: "tenant.deactivated" });
  const groups = groupStreams(log.records);
  expect(groups.map(({ streamId, events, waiting }) => [streamId, events.length, waiting])).toEqual(
    [
      [stream, 2, 1],
      [other, 2, 0],
    ],
  );
  expect(groups[0]?.poison?.record).toBe(poison);
  expect(groups[0]?.events.map(({ record }) => record.version)).toEqual([1, 2]);
});

function project(row: Row | null, { record }: DecodedEvent): Row {
  return {
    tenantId: stream,
    version: record.version,
    seen: [...(row?.seen ?? []), record.version],
  };
}

/** Events with versions from `first` on. */
function work(first: number, count: number): StreamWork {
  const log = createMemoryLog();
  const events = Array.from({ length: count }, (_, at) => {
    const event = { type: "tenant.activated" } as const;
    return { event, record: { ...log.append(stream, stream, event), version: first + at } };
  });
  return { streamId: stream, events, poison: null, waiting: 0 };
}

function never(): never {
  throw new Error("unreachable");
}
