import type { Instant, ShipmentDetails, ShipmentEvent } from "@shipment-tracking/domain";

/**
 * What a message says about a shipment besides what its event carries. The log states it in `shipment.created` and
 * `shipment.details_changed` only, so whoever consumes the log keeps it per shipment and applies `knownShipmentAfter` to every
 * event of the stream in order.
 */
export interface KnownShipment {
  readonly shipmentNumber: string;
  readonly mode: ShipmentDetails["mode"];
  readonly originCity: string | null;
  readonly destCity: string | null;
  readonly pickupScheduledAt: Instant | null;
  readonly deliveryScheduledAt: Instant | null;
}

/** What is known after one more event; null while nothing is, because the stream's creation was not seen. */
export function knownShipmentAfter(
  known: KnownShipment | null,
  event: ShipmentEvent,
): KnownShipment | null {
  switch (event.type) {
    case "shipment.created":
    case "shipment.details_changed":
      return knownFrom(event.details);
    case "shipment.tracking_event_recorded":
    case "shipment.tracking_event_voided":
    case "shipment.return_started":
    case "shipment.cancelled":
    case "shipment.reopened":
    case "shipment.shared":
      return known;
  }
}

// named one by one: what is added to the details later stays inside until someone decides otherwise
function knownFrom(details: ShipmentDetails): KnownShipment {
  return {
    shipmentNumber: details.shipmentNumber,
    mode: details.mode,
    originCity: details.origin?.city ?? null,
    destCity: details.destination?.city ?? null,
    pickupScheduledAt: details.pickupScheduledAt,
    deliveryScheduledAt: details.deliveryScheduledAt,
  };
}
