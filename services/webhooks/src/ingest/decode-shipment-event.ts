import { decodeEvent, type EventRecord, UndecodableEvent } from "@shipment-tracking/contracts";
import type { ShipmentEvent } from "@shipment-tracking/domain";

/** The shipment event, or a sentence about what is wrong with the record. */
export function decodeShipmentEvent(record: EventRecord): ShipmentEvent | string {
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
