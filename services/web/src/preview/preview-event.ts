import type { Queryable } from "@shipment-tracking/postgres";
import { decideInBatch, type DecidedCommand } from "../commands/decide-in-batch.ts";
import { loadBatch } from "../commands/load-batch.ts";
import type { CommandContext, ShipmentCommandFor } from "../commands/outcome.ts";
import { rejectionAnswer } from "../http/errors.ts";
import { Refusal } from "../http/refusal.ts";
import { findEntries, type FoundEntry } from "../shipments/find-entries.ts";
import { statusAnswer } from "../shipments/shipment-answer.ts";
import { publicEntry } from "./public-view.ts";

/**
 * What recording the event would do, decided as the command decides and not written. `tx`: a transaction, in which the shipment is locked for
 * the moment that it takes. Throws a `Refusal` with the answer that the command would get.
 */
export async function previewEvent(
  tx: Queryable,
  context: CommandContext,
  command: ShipmentCommandFor,
) {
  const decided = decideInBatch(await loadBatch(tx, context, [command]), command);
  if (decided.outcome === "rejected") {
    const { status, error } = rejectionAnswer(decided.rejection);
    throw new Refusal(status, error);
  }
  const { version: _version, ...change } = statusAnswer({ ...decided, position: nowhere });
  return {
    outcome: decided.outcome === "accepted" ? ("recorded" as const) : ("repeat" as const),
    ...change,
    public: publicEntry(await entryOf(tx, decided)),
  };
}

const nowhere = { part: 0, pos: 0 };

async function entryOf(
  tx: Queryable,
  decided: Exclude<DecidedCommand, { outcome: "rejected" }>,
): Promise<FoundEntry> {
  if (decided.outcome === "accepted") {
    const event = decided.events.find((one) => one.type === "shipment.tracking_event_recorded");
    if (event === undefined) throw new Error("A recorded event is missing");
    return event.entry;
  }
  const { eventId, state } = decided;
  if (eventId === null) throw new Error("A repeated report names no event");
  const found = await findEntries(tx, [{ shipmentId: state.shipmentId, eventId }]);
  const entry = found.get(eventId);
  if (entry === undefined) throw new Error(`The repeated event ${eventId} is missing`);
  return entry;
}
