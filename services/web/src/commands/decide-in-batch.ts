import {
  decideShipment,
  evolveShipment,
  type Rejection,
  type ShipmentEvent,
  type ShipmentState,
  type TrackingEventId,
} from "@shipment-tracking/domain";
import type { Batch, WorkingShipment } from "./batch.ts";
import type { ShipmentCommandFor } from "./outcome.ts";

/** A `CommandOutcome` before the log has given positions. */
export type DecidedCommand =
  | {
      readonly outcome: "accepted";
      readonly events: readonly ShipmentEvent[];
      readonly state: ShipmentState;
    }
  | {
      readonly outcome: "repeat";
      readonly eventId: TrackingEventId | null;
      readonly state: ShipmentState;
    }
  | { readonly outcome: "rejected"; readonly rejection: Rejection };

/** Decides one command on the batch's state in memory and, when it is accepted, moves that state on. */
export function decideInBatch(batch: Batch, command: ShipmentCommandFor): DecidedCommand {
  const working = batch.shipments.get(command.shipmentId);
  if (working === undefined) return rejected("not_found", "Not found");
  const creates = command.command.type === "create_shipment";
  if (working.state === null && !creates) return rejected("not_found", "Not found");
  const decision = decideShipment(command.command, working.state);
  if (decision.outcome === "repeat" && working.state !== null) {
    return { outcome: "repeat", eventId: decision.eventId, state: working.state };
  }
  const obstacle = versionObstacle(working, command) ?? numberObstacle(batch, working, command);
  if (obstacle !== null) return obstacle;
  if (decision.outcome === "accepted") return accept(batch, working, decision.events);
  return decision.outcome === "rejected" ? decision : rejected("not_found", "Not found");
}

function accept(
  batch: Batch,
  working: WorkingShipment,
  events: readonly ShipmentEvent[],
): DecidedCommand {
  for (const event of events) {
    const state = evolveShipment(working.state, event);
    working.state = state;
    working.recorded.push({ event, version: state.version });
    batch.numbers.set(state.details.shipmentNumber, state.shipmentId);
  }
  if (working.state === null) throw new Error("An accepted command has no event");
  return { outcome: "accepted", events, state: working.state };
}

function versionObstacle(
  working: WorkingShipment,
  { expectedVersion }: ShipmentCommandFor,
): DecidedCommand | null {
  if (expectedVersion === undefined || working.state === null) return null;
  if (expectedVersion === working.state.version) return null;
  return rejected(
    "conflict",
    `The shipment has changed: it is at version ${String(working.state.version)}, not ${String(expectedVersion)}.`,
  );
}

function numberObstacle(
  batch: Batch,
  working: WorkingShipment,
  { shipmentId, command }: ShipmentCommandFor,
): DecidedCommand | null {
  if (command.type === "create_shipment") {
    const free = working.state !== null || working.inserted !== null;
    return free || decideShipment(command, null).outcome !== "accepted"
      ? null
      : numberTaken(command.details.shipmentNumber);
  }
  if (command.type !== "change_details" || command.changes.shipmentNumber === undefined)
    return null;
  const owner = batch.numbers.get(command.changes.shipmentNumber);
  return owner === undefined || owner === shipmentId
    ? null
    : numberTaken(command.changes.shipmentNumber);
}

function numberTaken(shipmentNumber: string): DecidedCommand {
  return rejected("conflict", `The shipment number ${shipmentNumber} is already used.`);
}

function rejected(kind: Rejection["kind"], reason: string): DecidedCommand {
  return { outcome: "rejected", rejection: { kind, reason } };
}
