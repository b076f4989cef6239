import type { TrackingEventType } from "@shipment-tracking/domain";

/** What is known of a shipment's way; null where nothing is on file. */
export interface KnownCities {
  readonly origin: string | null;
  readonly destination: string | null;
  /** Of the newest event. */
  readonly last: string | null;
}

/** Where an event is most likely: a pickup at the origin, a delivery at the destination, else where it was last; empty when nobody can know. */
export function likelyCity(
  { origin, destination, last }: KnownCities,
  type: TrackingEventType,
): string {
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
