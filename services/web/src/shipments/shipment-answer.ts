import { currentStatus, type ShipmentState, type TimelineEntry } from "@shipment-tracking/domain";
import type { CommandOutcome } from "../commands/outcome.ts";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { recordedEvent, statusChange, writtenShipment } from "../openapi/schemas/shipments.ts";

/** A shipment as the web application's own API shows it. */
export function shipmentAnswer(state: ShipmentState): AnswerOf<typeof writtenShipment> {
  return {
    id: state.shipmentId,
    shipmentNumber: state.details.shipmentNumber,
    status: currentStatus(state),
    version: state.version,
    mode: state.details.mode,
    customerId: state.details.customerId,
    carrierName: state.details.carrierName,
    references: state.details.references,
    origin: state.details.origin,
    destination: state.details.destination,
    pickupScheduledAt: state.details.pickupScheduledAt,
    deliveryScheduledAt: state.details.deliveryScheduledAt,
    internalNotes: state.details.internalNotes,
    createdAt: state.createdAt,
  };
}

/** A tracking event as the answer to its recording shows it. */
export function eventAnswer(
  entry: Omit<TimelineEntry, "internalNote" | "externalId">,
): AnswerOf<typeof recordedEvent> {
  const { eventId, eventType, status, city, eventAt, description } = entry;
  return { id: eventId, eventType, status, city, eventAt, description };
}

export type StatusAnswer = AnswerOf<typeof statusChange>;

/** What a command did to the current status; a repeat did nothing. */
export function statusAnswer(
  outcome: Exclude<CommandOutcome, { outcome: "rejected" }>,
): StatusAnswer {
  const { version } = outcome.state;
  const event = outcome.outcome === "accepted" ? outcome.events.at(-1) : undefined;
  if (event === undefined) {
    const status = currentStatus(outcome.state);
    return { status, previousStatus: status, statusChanged: false, version };
  }
  const { status, previousStatus, statusChanged } = event;
  return { status, previousStatus, statusChanged, version };
}
