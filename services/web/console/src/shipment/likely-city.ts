import type { TrackingEventType } from "@shipment-tracking/domain";
import { likelyCity } from "../events/likely-city.ts";
import { newestOf, type Whole } from "./shipment.ts";

/** Where the shipment's next event of this type is most likely. */
export function likelyCityOf(
  { shipment, events }: Pick<Whole, "shipment" | "events">,
  type: TrackingEventType,
): string {
  const cities = {
    origin: shipment.origin?.city ?? null,
    destination: shipment.destination?.city ?? null,
    last: newestOf(events)?.city ?? null,
  };
  return likelyCity(cities, type);
}
