import { decodeEvent, type EventRecord } from "@shipment-tracking/contracts";

/**
 * The text by which an event is traced back to the command that asked for it: clients put one that nobody else uses into a field that the event keeps.
 * Sharing has no such field, but happens at most once a shipment. Null for events of no shipment.
 */
export function markerOf(record: EventRecord): string | null {
  const { event } = decodeEvent(record);
  if (event.type === "shipment.created" || event.type === "shipment.details_changed") {
    return event.details.internalNotes;
  }
  if (event.type === "shipment.tracking_event_recorded") return event.entry.internalNote;
  if (event.type === "shipment.shared") return shareMarker(record.streamId);
  return event.type.startsWith("shipment.") && "reason" in event ? event.reason : null;
}

export function shareMarker(shipmentId: string): string {
  return `share ${shipmentId}`;
}
