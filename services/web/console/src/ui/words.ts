import type { ShipmentMode, ShipmentStatus, TrackingEventType } from "@shipment-tracking/domain";

export const statusWords: Readonly<Record<ShipmentStatus, string>> = {
  draft: "Draft",
  pickup_scheduled: "Pickup scheduled",
  picked_up: "Picked up",
  in_transit: "In transit",
  customs_hold: "Customs hold",
  out_for_delivery: "Out for delivery",
  attempt_failed: "Attempt failed",
  exception: "Exception",
  delivered: "Delivered",
  returning: "Returning",
  returned: "Returned",
  cancelled: "Cancelled",
};

export const eventTypeWords: Readonly<Record<TrackingEventType, string>> = {
  pickup: "Picked up",
  departure: "Departed",
  arrival: "Arrived",
  in_transit: "In transit",
  out_for_delivery: "Out for delivery",
  delivered: "Delivered",
  exception: "Exception",
  customs_hold: "Customs hold",
  attempt_failed: "Attempt failed",
  returned: "Returned",
};

export const modeWords: Readonly<Record<ShipmentMode, string>> = {
  ftl: "Full truck",
  ltl: "Part load",
  parcel: "Parcel",
  air: "Air",
  ocean: "Ocean",
  rail: "Rail",
  intermodal: "Intermodal",
};

/** `1 attempt`, `2,000 attempts`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
}
