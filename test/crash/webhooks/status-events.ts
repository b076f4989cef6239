import { randomUUID } from "node:crypto";
import type { NewEvent } from "@shipment-tracking/event-log";

/** Of a shipment without a customer or a plan. */
export function statusCreation(shipmentId: string, shipmentNumber: string): NewEvent {
  const details = {
    shipmentNumber,
    mode: "ftl",
    customerId: null,
    carrierName: null,
    references: [],
    origin: null,
    destination: null,
    pickupScheduledAt: null,
    deliveryScheduledAt: null,
    internalNotes: null,
  };
  return eventOf("shipment.created", {
    shipmentId,
    createdAt: new Date().toISOString(),
    details,
    status: "draft",
    previousStatus: null,
    statusChanged: false,
    restated: [],
  });
}

/** The next event of a shipment of this version: to and fro, so that each one changes the status. */
export function statusChange(version: number): NewEvent {
  const [status, previous] =
    version % 2 === 0 ? ["exception", "in_transit"] : ["in_transit", "exception"];
  const entry = {
    eventId: randomUUID(),
    eventType: status,
    status,
    city: "Zürich",
    eventAt: new Date().toISOString(),
    description: null,
    internalNote: null,
    externalId: null,
  };
  const previousStatus = version === 1 ? "draft" : previous;
  return eventOf("shipment.tracking_event_recorded", {
    entry,
    status,
    previousStatus,
    statusChanged: true,
    restated: [],
  });
}

function eventOf(type: string, data: object): NewEvent {
  const at = new Date().toISOString();
  return {
    id: randomUUID(),
    type,
    schemaVersion: 1,
    data,
    occurredAt: at,
    recordedAt: at,
    actor: { kind: "system", id: null },
    traceparent: null,
  };
}
