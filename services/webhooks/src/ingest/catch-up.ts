import type { EventRecord } from "@shipment-tracking/contracts";
import { readVersions, type StreamVersions } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import { byStream } from "./by-stream.ts";
import { decodeShipmentEvent } from "./decode-shipment-event.ts";
import { evolveState, type ShipmentState } from "./shipment-state.ts";

/** What a shipment's earlier events lead to; or a sentence about why they lead to nothing. */
export type CaughtUp = ShipmentState | string;

/** Events read at a time: a long history must not be a large answer. */
const mostEvents = 2_000;

/**
 * The states that the shipments had before their first records, for those of which the worker missed events: it keeps no state for tenants without an
 * endpoint. They are folded from the log, as far as it has all versions; those events are past, so nothing is announced.
 */
export async function catchUp(
  tx: Queryable,
  firsts: readonly EventRecord[],
  known: ReadonlyMap<string, ShipmentState>,
): Promise<ReadonlyMap<string, CaughtUp>> {
  const missed = firsts
    .map(({ streamId, version }) => ({
      streamId,
      from: (known.get(streamId)?.version ?? 0) + 1,
      before: version,
    }))
    .filter(({ from, before }) => from < before);
  const caughtUp = new Map<string, CaughtUp>();
  for (const group of groupsOf(missed)) {
    const events = byStream(await readVersions(tx, group));
    for (const { streamId } of group) {
      const state = fold(known.get(streamId) ?? null, events.get(streamId) ?? []);
      if (state !== null) caughtUp.set(streamId, state);
    }
  }
  return caughtUp;
}

function fold(known: ShipmentState | null, records: readonly EventRecord[]): CaughtUp | null {
  let state = known;
  for (const record of records) {
    if (record.version !== (state?.version ?? 0) + 1) break;
    const event = decodeShipmentEvent(record);
    if (typeof event === "string") return `Version ${String(record.version)}: ${event}`;
    state = evolveState(state, event, record);
    if (state === null) return "The shipment's creation is not known";
  }
  return state;
}

/** Ranges that together are at most `mostEvents` long, a longer one by itself. */
function* groupsOf(all: readonly StreamVersions[]): Generator<readonly StreamVersions[]> {
  let group: StreamVersions[] = [];
  let events = 0;
  for (const one of all) {
    const length = one.before - one.from;
    if (group.length > 0 && events + length > mostEvents) {
      yield group;
      group = [];
      events = 0;
    }
    group.push(one);
    events += length;
  }
  if (group.length > 0) yield group;
}
