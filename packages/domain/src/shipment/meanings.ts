import type { ShipmentMode, ShipmentStatus, TrackingEventType } from "./status.ts";

/** What a status says, for integrators (03-domain); a sentence without its capital and full stop. */
export const shipmentStatusMeanings: Readonly<Record<ShipmentStatus, string>> = {
  draft: "created, no pickup scheduled",
  pickup_scheduled: "pickup appointment set, nothing collected",
  picked_up: "the carrier has the goods",
  in_transit: "moving, or at an intermediate place",
  customs_hold: "held by customs",
  out_for_delivery: "on the last leg",
  attempt_failed: "a pickup or delivery attempt failed",
  exception: "delay, damage, refusal, loss or another problem",
  delivered: "handed over",
  returning: "on the way back to the shipper",
  returned: "back with the shipper",
  cancelled: "cancelled before pickup",
};

/** What a tracking event reports. */
export const trackingEventMeanings: Readonly<Record<TrackingEventType, string>> = {
  pickup: "the carrier collected the goods",
  departure: "the goods left a place",
  arrival: "the goods, or the vehicle that is to collect them, reached a place",
  in_transit: "the goods are moving, or moving again",
  out_for_delivery: "the last leg to the recipient began",
  delivered: "the goods were handed over",
  exception: "something went wrong: delay, damage, refusal, loss",
  customs_hold: "customs holds the goods",
  attempt_failed: "a pickup or delivery was tried in vain",
  returned: "the goods are back with the shipper",
};

export const shipmentModeMeanings: Readonly<Record<ShipmentMode, string>> = {
  ftl: "full truckload",
  ltl: "less than truckload",
  parcel: "parcel service",
  air: "air freight",
  ocean: "ocean freight",
  rail: "rail freight",
  intermodal: "several modes in one load unit",
};

/** All of them in one text: `draft`: created, no pickup scheduled. … */
export function meaningsText(meanings: Readonly<Record<string, string>>): string {
  return Object.entries(meanings)
    .map(([value, meaning]) => `\`${value}\`: ${meaning}.`)
    .join(" ");
}
