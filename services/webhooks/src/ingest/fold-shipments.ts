import { decodeEvent, type EventRecord, UndecodableEvent } from "@shipment-tracking/contracts";
import type { ShipmentEvent } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { buildMessage, statusChangedType } from "../message/build-message.ts";
import type { NewMessage } from "./fan-out.ts";
import { findParkedAmong, type Poison } from "./parked-streams.ts";
import { evolveState, loadStates, type ShipmentState } from "./shipment-state.ts";

export interface FoldedShipments {
  /** Records that moved a shipment on; repeated and waiting ones are not counted. */
  readonly applied: number;
  /** The shipments that changed, as they are after the last record. */
  readonly states: readonly ShipmentState[];
  readonly messages: readonly NewMessage[];
  readonly poisons: readonly Poison[];
}

/**
 * What follows from records of shipments, on top of what is stored: writes nothing. Records of a parked shipment wait; one that cannot
 * be read, or does not follow the version before it, is poison and holds back those behind it.
 */
export async function foldShipments(
  tx: Queryable,
  records: readonly EventRecord[],
): Promise<FoldedShipments> {
  if (records.length === 0) return { applied: 0, states: [], messages: [], poisons: [] };
  const streamIds = [...new Set(records.map((record) => record.streamId))];
  const waiting = new Set(await findParkedAmong(tx, streamIds));
  const states = new Map(await loadStates(tx, streamIds));
  const changed = new Set<string>();
  const messages: NewMessage[] = [];
  const poisons: Poison[] = [];
  let applied = 0;
  for (const record of records) {
    if (waiting.has(record.streamId)) continue;
    const step = applyRecord(record, states.get(record.streamId) ?? null);
    if (step.outcome === "repeat") continue;
    if (step.outcome === "poison") {
      waiting.add(record.streamId);
      poisons.push({ record, error: step.error });
      continue;
    }
    applied += 1;
    states.set(record.streamId, step.state);
    changed.add(record.streamId);
    const body = buildMessage({ record, event: step.event, shipment: step.state });
    if (body !== null) messages.push(messageOf(record, body));
  }
  const changedStates = [...states.values()].filter(({ id }) => changed.has(id));
  return { applied, states: changedStates, messages, poisons };
}

function messageOf(record: EventRecord, body: Buffer): NewMessage {
  const { id, tenantId, streamId: shipmentId, version: sequence, recordedAt } = record;
  return { id, tenantId, shipmentId, sequence, eventType: statusChangedType, body, recordedAt };
}

type Step =
  | { readonly outcome: "applied"; readonly state: ShipmentState; readonly event: ShipmentEvent }
  | { readonly outcome: "repeat" }
  | { readonly outcome: "poison"; readonly error: string };

function applyRecord(record: EventRecord, state: ShipmentState | null): Step {
  const expected = (state?.version ?? 0) + 1;
  if (record.version < expected) return { outcome: "repeat" };
  if (record.version > expected) {
    return {
      outcome: "poison",
      error: `Version ${String(record.version)} follows ${String(expected - 1)}`,
    };
  }
  const decoded = decode(record);
  if (typeof decoded === "string") return { outcome: "poison", error: decoded };
  const next = evolveState(state, decoded, record);
  if (next === null) return { outcome: "poison", error: "The shipment's creation is not known" };
  return { outcome: "applied", state: next, event: decoded };
}

/** The shipment event, or a sentence about what is wrong with the record. */
function decode(record: EventRecord): ShipmentEvent | string {
  try {
    const { event } = decodeEvent(record);
    return isShipmentEvent(event) ? event : `Not an event of a shipment: ${record.type}`;
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error;
    return error.message;
  }
}

function isShipmentEvent(event: { readonly type: string }): event is ShipmentEvent {
  return event.type.startsWith("shipment.");
}
