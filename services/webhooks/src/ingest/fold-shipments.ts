import type { EventRecord } from "@shipment-tracking/contracts";
import type { ShipmentEvent } from "@shipment-tracking/domain";
import { allAnswers, type Queryable } from "@shipment-tracking/postgres";
import { buildMessage, statusChangedType } from "../message/build-message.ts";
import { byStream } from "./by-stream.ts";
import { type CaughtUp, catchUp } from "./catch-up.ts";
import { decodeShipmentEvent } from "./decode-shipment-event.ts";
import type { NewMessage } from "./fan-out.ts";
import { findListeningTenants } from "./listening-tenants.ts";
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
 * What follows from records of shipments, on top of what is stored: writes nothing. Nothing follows for tenants without an endpoint; what led to a
 * shipment before its tenant had one is taken from the log. Records of a parked shipment wait; one that cannot be read, or does not follow the version
 * before it, is poison and holds back those behind it.
 */
export async function foldShipments(
  tx: Queryable,
  all: readonly EventRecord[],
): Promise<FoldedShipments> {
  const records = await ofListeners(tx, all);
  if (records.length === 0) return { applied: 0, states: [], messages: [], poisons: [] };
  const streamIds = [...new Set(records.map((record) => record.streamId))];
  const [parked, stored] = await allAnswers([
    findParkedAmong(tx, streamIds),
    loadStates(tx, streamIds),
  ]);
  const waiting = new Set(parked);
  const caughtUp = await catchUp(tx, firstsOf(records, waiting), stored);
  const states = new Map<string, CaughtUp>([...stored, ...caughtUp]);
  const changed = new Map<string, ShipmentState>();
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
    changed.set(record.streamId, step.state);
    const body = buildMessage({ record, event: step.event, shipment: step.state });
    if (body !== null) messages.push(messageOf(record, body));
  }
  return { applied, states: [...changed.values()], messages, poisons };
}

async function ofListeners(
  tx: Queryable,
  records: readonly EventRecord[],
): Promise<readonly EventRecord[]> {
  if (records.length === 0) return records;
  const listening = await findListeningTenants(tx, [
    ...new Set(records.map((one) => one.tenantId)),
  ]);
  return records.filter(({ tenantId }) => listening.has(tenantId));
}

/** Each shipment's first record, but of those that wait. */
function firstsOf(
  records: readonly EventRecord[],
  waiting: ReadonlySet<string>,
): readonly EventRecord[] {
  const going = records.filter(({ streamId }) => !waiting.has(streamId));
  return [...byStream(going).values()].map(([first]) => first);
}

function messageOf(record: EventRecord, body: Buffer): NewMessage {
  const { id, tenantId, streamId: shipmentId, version: sequence, recordedAt } = record;
  return { id, tenantId, shipmentId, sequence, eventType: statusChangedType, body, recordedAt };
}

type Step =
  | { readonly outcome: "applied"; readonly state: ShipmentState; readonly event: ShipmentEvent }
  | { readonly outcome: "repeat" }
  | { readonly outcome: "poison"; readonly error: string };

function applyRecord(record: EventRecord, state: CaughtUp | null): Step {
  if (typeof state === "string") return { outcome: "poison", error: state };
  const expected = (state?.version ?? 0) + 1;
  if (record.version < expected) return { outcome: "repeat" };
  if (record.version > expected) {
    return {
      outcome: "poison",
      error: `Version ${String(record.version)} follows ${String(expected - 1)}`,
    };
  }
  const decoded = decodeShipmentEvent(record);
  if (typeof decoded === "string") return { outcome: "poison", error: decoded };
  const next = evolveState(state, decoded, record);
  if (next === null) return { outcome: "poison", error: "The shipment's creation is not known" };
  return { outcome: "applied", state: next, event: decoded };
}
