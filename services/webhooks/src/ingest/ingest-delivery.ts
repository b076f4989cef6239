import { decodeEvent, type EventRecord, UndecodableEvent } from "@shipment-tracking/contracts";
import type { ShipmentEvent } from "@shipment-tracking/domain";
import type { PartBatch } from "@shipment-tracking/event-log";
import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { buildMessage, statusChangedType } from "../message/build-message.ts";
import { claimPositions } from "./claim-positions.ts";
import { fanOut, type NewMessage } from "./fan-out.ts";
import { findParkedAmong, parkStreams, type Poison } from "./parked-streams.ts";
import { evolveState, loadStates, saveStates, type ShipmentState } from "./shipment-state.ts";

/** What became of a delivery of the log. */
export interface IngestSummary {
  readonly records: number;
  readonly messages: number;
  readonly deliveries: number;
  readonly parked: readonly Poison[];
}

/**
 * Turns log records into stored messages and deliveries, in one transaction with the parts' positions: all of it or nothing.
 * Sends nothing. Throws `Superseded` when another member has moved a part.
 */
export async function ingestDelivery(
  pool: Pool,
  batches: readonly PartBatch[],
): Promise<IngestSummary> {
  return await inTransaction(pool, async (tx) => {
    const standing = await claimPositions(tx, batches);
    const fresh = batches.flatMap(({ part, records }) =>
      records.filter((record) => record.pos > (standing.get(part) ?? 0)),
    );
    const folded = await foldShipments(tx, fresh.filter(isOfShipment));
    await saveStates(tx, folded.states);
    await parkStreams(tx, folded.poisons);
    const deliveries = await fanOut(tx, folded.messages);
    return {
      records: batches.reduce((sum, { records }) => sum + records.length, 0),
      messages: folded.messages.length,
      deliveries,
      parked: folded.poisons,
    };
  });
}

/** Other streams announce nothing; decoding them here would only park them twice. */
function isOfShipment(record: EventRecord): boolean {
  return record.type.startsWith("shipment.");
}

interface Folded {
  readonly states: readonly ShipmentState[];
  readonly messages: readonly NewMessage[];
  readonly poisons: readonly Poison[];
}

async function foldShipments(tx: Queryable, records: readonly EventRecord[]): Promise<Folded> {
  if (records.length === 0) return { states: [], messages: [], poisons: [] };
  const streamIds = [...new Set(records.map((record) => record.streamId))];
  const waiting = new Set(await findParkedAmong(tx, streamIds));
  const states = new Map(await loadStates(tx, streamIds));
  const changed = new Set<string>();
  const messages: NewMessage[] = [];
  const poisons: Poison[] = [];
  for (const record of records) {
    if (waiting.has(record.streamId)) continue;
    const step = applyRecord(record, states.get(record.streamId) ?? null);
    if (step.outcome === "repeat") continue;
    if (step.outcome === "poison") {
      waiting.add(record.streamId);
      poisons.push({ record, error: step.error });
      continue;
    }
    states.set(record.streamId, step.state);
    changed.add(record.streamId);
    const body = buildMessage({ record, event: step.event, shipment: step.state });
    if (body !== null) messages.push(messageOf(record, body));
  }
  const changedStates = [...states.values()].filter(({ id }) => changed.has(id));
  return { states: changedStates, messages, poisons };
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
