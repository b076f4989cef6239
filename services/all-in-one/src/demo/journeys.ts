import type { ShipmentStatus, TrackingEventType } from "@shipment-tracking/domain";

/** Which public note of the company goes with a scan. */
export type NoteKind = "delay" | "damage" | "customs" | "nobodyThere" | "delivered";

/** One step of a journey. `at` is the share of the usual transit time since pickup: 0 = pickup, 1 = delivery. */
export type Step =
  | {
      readonly kind: "scan";
      readonly at: number;
      readonly eventType: TrackingEventType;
      /** Position on the lane: 0 = origin, 1 = destination, between = a hub. */
      readonly where: number;
      readonly note?: NoteKind;
      /** When the scan reached us, when that was much later. */
      readonly reportedAt?: number;
    }
  /** A scan that was wrong and is voided, with or without the right one in its place. */
  | {
      readonly kind: "mistake";
      readonly at: number;
      readonly eventType: TrackingEventType;
      readonly where: number;
      readonly voidedAt: number;
      readonly rightEventType?: TrackingEventType;
    }
  | { readonly kind: "return"; readonly at: number }
  | { readonly kind: "cancel"; readonly at: number }
  | { readonly kind: "reopen"; readonly at: number };

export interface Journey {
  /** Status that the steps end in. */
  readonly ends: ShipmentStatus;
  /** False: no pickup is scheduled. */
  readonly scheduled: boolean;
  readonly steps: readonly Step[];
}

const scan = (at: number, eventType: TrackingEventType, where: number, note?: NoteKind): Step =>
  note === undefined
    ? { kind: "scan", at, eventType, where }
    : { kind: "scan", at, eventType, where, note };

const collected = [scan(0, "pickup", 0), scan(0.06, "departure", 0)];
const toTheHub = [...collected, scan(0.35, "arrival", 0.5)];
const pastTheHub = [...toTheHub, scan(0.42, "departure", 0.5)];
const lastLeg = [...pastTheHub, scan(0.85, "arrival", 1), scan(0.95, "out_for_delivery", 1)];
const handedOver = scan(1, "delivered", 1, "delivered");

const journey = (ends: ShipmentStatus, steps: readonly Step[]): Journey => ({
  ends,
  scheduled: true,
  steps,
});

const lateHubScan: Step = {
  kind: "scan",
  at: 0.35,
  eventType: "arrival",
  where: 0.5,
  reportedAt: 0.9,
};
const wrongDelivery: Step = {
  kind: "mistake",
  at: 0.5,
  eventType: "delivered",
  where: 0.5,
  voidedAt: 0.55,
};
const wrongEventType: Step = {
  kind: "mistake",
  at: 0.3,
  eventType: "out_for_delivery",
  where: 0.5,
  voidedAt: 0.33,
  rightEventType: "in_transit",
};

/** The journeys of the demo data, dealt out in this order, over and over: every status, and the turns a real history takes. */
export const journeys: readonly Journey[] = [
  journey("in_transit", pastTheHub),
  journey("delivered", [...lastLeg, handedOver]),
  { ends: "draft", scheduled: false, steps: [] },
  journey("pickup_scheduled", []),
  journey("exception", [...toTheHub, scan(0.5, "exception", 0.5, "delay")]),
  journey("out_for_delivery", lastLeg),
  journey("in_transit", [...collected, lateHubScan, scan(0.8, "in_transit", 1)]),
  journey("delivered", [
    ...toTheHub,
    scan(0.5, "customs_hold", 0.5, "customs"),
    scan(0.7, "departure", 0.5),
    scan(0.95, "out_for_delivery", 1),
    handedOver,
  ]),
  journey("picked_up", [scan(0, "pickup", 0)]),
  journey("cancelled", [{ kind: "cancel", at: -0.1 }]),
  journey("customs_hold", [...toTheHub, scan(0.5, "customs_hold", 0.5, "customs")]),
  journey("pickup_scheduled", []),
  journey("in_transit", [...pastTheHub, wrongDelivery]),
  journey("attempt_failed", [...lastLeg, scan(0.98, "attempt_failed", 1, "nobodyThere")]),
  journey("returning", [
    ...lastLeg,
    scan(0.98, "attempt_failed", 1, "nobodyThere"),
    { kind: "return", at: 1.1 },
    scan(1.2, "departure", 1),
  ]),
  journey("delivered", [
    ...lastLeg,
    scan(0.98, "attempt_failed", 1, "nobodyThere"),
    scan(1.1, "out_for_delivery", 1),
    scan(1.15, "delivered", 1, "delivered"),
  ]),
  { ends: "draft", scheduled: false, steps: [] },
  journey("in_transit", [scan(0.02, "departure", 0), wrongEventType, scan(0.4, "arrival", 0.5)]),
  journey("returned", [
    ...lastLeg,
    handedOver,
    { kind: "return", at: 1.3 },
    scan(1.4, "departure", 1),
    scan(1.8, "returned", 0),
  ]),
  journey("exception", [...lastLeg, scan(0.97, "exception", 1, "damage")]),
  journey("pickup_scheduled", [
    { kind: "cancel", at: -0.1 },
    { kind: "reopen", at: -0.05 },
  ]),
  journey("in_transit", [...collected, scan(0.25, "exception", 0.5, "delay"), scan(0.45, "departure", 0.5)]),
  journey("out_for_delivery", lastLeg),
  journey("picked_up", [scan(-0.02, "arrival", 0), scan(0, "pickup", 0)]),
];
