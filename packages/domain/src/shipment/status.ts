/** Every status a shipment can have; frozen once released. */
export const shipmentStatuses = [
  "draft",
  "pickup_scheduled",
  "picked_up",
  "in_transit",
  "customs_hold",
  "out_for_delivery",
  "attempt_failed",
  "exception",
  "delivered",
  "returning",
  "returned",
  "cancelled",
] as const;
export type ShipmentStatus = (typeof shipmentStatuses)[number];

/** Specification 2.2: the ten kinds of tracking event. */
export const trackingEventTypes = [
  "pickup",
  "departure",
  "arrival",
  "in_transit",
  "out_for_delivery",
  "delivered",
  "exception",
  "customs_hold",
  "attempt_failed",
  "returned",
] as const;
export type TrackingEventType = (typeof trackingEventTypes)[number];

/** Specification 2.1: modes of transport. */
export const shipmentModes = [
  "ftl",
  "ltl",
  "parcel",
  "air",
  "ocean",
  "rail",
  "intermodal",
] as const;
export type ShipmentMode = (typeof shipmentModes)[number];
