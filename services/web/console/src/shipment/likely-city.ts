import type { TrackingEventType } from "@shipment-tracking/domain";
import { newestOf, type Whole } from "./shipment.ts";

/** Where it is most likely: a pickup at the origin, a delivery at the destination, else where it was last. */
export function likelyCity(
  { shipment, events }: Pick<Whole, "shipment" | "events">,
  type: TrackingEventType,
): string {
  const last = newestOf(events)?.city;
  const origin = shipment.origin?.city;
  const destination = shipment.destination?.city;
  switch (type) {
    case "pickup":
      return origin ?? last ?? "";
    case "delivered":
    case "out_for_delivery":
    case "attempt_failed":
      return destination ?? last ?? "";
    case "returned":
      return origin ?? "";
    case "departure":
    case "arrival":
    case "in_transit":
    case "exception":
    case "customs_hold":
      return last ?? origin ?? "";
  }
}
