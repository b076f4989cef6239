import type { ShipmentStatus, TrackingEventType } from "@shipment-tracking/domain";

export interface StatusWords {
  /** Seen as a sign, a word and a colour: none of them alone. */
  readonly sign: string;
  readonly tone: "neutral" | "moving" | "good" | "problem";
  readonly word: string;
  readonly sentence: string;
}

export const statusWords: Readonly<Record<ShipmentStatus, StatusWords>> = {
  draft: {
    sign: "○",
    tone: "neutral",
    word: "Being prepared",
    sentence: "The sender is preparing this shipment; no pickup is scheduled yet.",
  },
  pickup_scheduled: {
    sign: "◔",
    tone: "neutral",
    word: "Pickup scheduled",
    sentence: "The carrier will collect the goods as scheduled.",
  },
  picked_up: {
    sign: "◑",
    tone: "moving",
    word: "Picked up",
    sentence: "The carrier has collected the goods.",
  },
  in_transit: {
    sign: "◑",
    tone: "moving",
    word: "In transit",
    sentence: "The goods are on their way.",
  },
  customs_hold: {
    sign: "▲",
    tone: "problem",
    word: "Held by customs",
    sentence: "Customs is holding the goods.",
  },
  out_for_delivery: {
    sign: "◕",
    tone: "moving",
    word: "Out for delivery",
    sentence: "The goods are on the last leg to their destination.",
  },
  attempt_failed: {
    sign: "▲",
    tone: "problem",
    word: "Attempt failed",
    sentence: "A pickup or delivery attempt has failed; another one usually follows.",
  },
  exception: {
    sign: "▲",
    tone: "problem",
    word: "Problem",
    sentence: "Something has interrupted the transport; the sender knows more.",
  },
  delivered: {
    sign: "●",
    tone: "good",
    word: "Delivered",
    sentence: "The goods have been handed over.",
  },
  returning: {
    sign: "◐",
    tone: "moving",
    word: "Returning",
    sentence: "The goods are on their way back to the sender.",
  },
  returned: {
    sign: "●",
    tone: "good",
    word: "Returned",
    sentence: "The goods are back with the sender.",
  },
  cancelled: {
    sign: "✕",
    tone: "neutral",
    word: "Cancelled",
    sentence: "The sender has cancelled this shipment.",
  },
};

export const eventWords: Readonly<Record<TrackingEventType, string>> = {
  pickup: "Picked up",
  departure: "Departed",
  arrival: "Arrived",
  in_transit: "In transit",
  out_for_delivery: "Out for delivery",
  delivered: "Delivered",
  exception: "Problem",
  customs_hold: "Held by customs",
  attempt_failed: "Attempt failed",
  returned: "Returned to sender",
};
