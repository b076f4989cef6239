import type { ShipmentDetails, ShipmentEvent, ShipmentId } from "@shipment-tracking/domain";
import type { AuditEntry } from "../audit/record-audit.ts";
import type { Batch, WorkingShipment } from "./batch.ts";
import type { CommandContext } from "./outcome.ts";

/** The audit lines of a batch, in order. An import has one line of its own and none per row. */
export function auditBatch(batch: Batch, context: CommandContext): readonly AuditEntry[] {
  if (context.actor.kind === "import") return [];
  return [...batch.shipments].flatMap(([id, working]) => auditShipment(id, working, context));
}

function auditShipment(
  id: ShipmentId,
  working: WorkingShipment,
  context: CommandContext,
): readonly AuditEntry[] {
  let known = working.loaded?.details ?? null;
  return working.recorded.map(({ event }) => {
    const details = detailsOf(event, known);
    if (event.type === "shipment.created" || event.type === "shipment.details_changed") {
      known = event.details;
    }
    return {
      tenantId: context.tenantId,
      actor: context.actor,
      action: event.type,
      subject: { type: "shipment", id },
      details: { shipmentNumber: known?.shipmentNumber, ...details, ...statusOf(event) },
      origin: context.origin,
    };
  });
}

function detailsOf(
  event: ShipmentEvent,
  before: ShipmentDetails | null,
): Readonly<Record<string, unknown>> {
  switch (event.type) {
    case "shipment.created":
      return { mode: event.details.mode };
    case "shipment.details_changed":
      return {
        changes: event.changedFields.map((field) => ({
          field,
          from: before?.[field] ?? null,
          to: event.details[field],
        })),
      };
    case "shipment.tracking_event_recorded": {
      const { eventId, eventType, city, eventAt } = event.entry;
      return { eventId, eventType, city, eventAt };
    }
    case "shipment.tracking_event_voided":
      return {
        eventId: event.eventId,
        reason: event.reason,
        replacementId: event.replacement?.eventId ?? null,
      };
    case "shipment.return_started":
      return { eventId: event.entry.eventId, reason: event.reason };
    case "shipment.cancelled":
    case "shipment.reopened":
      return { reason: event.reason };
    // the token is a credential, and its hash says nothing to anybody
    case "shipment.shared":
      return {};
  }
}

function statusOf(event: ShipmentEvent): Readonly<Record<string, unknown>> {
  const { status, previousStatus, statusChanged } = event;
  return statusChanged ? { previousStatus, status } : { status };
}
