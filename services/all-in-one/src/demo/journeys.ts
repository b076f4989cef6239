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

const scanAt =
  (where: number) =>
  (at: number, eventType: TrackingEventType, note?: NoteKind): Step =>
    note === undefined
      ? { kind: "scan", at, eventType, where }
      : { kind: "scan", at, eventType, where, note };
const atOrigin = scanAt(0);
const atHub = scanAt(0.5);
const atDestination = scanAt(1);

const collected = [atOrigin(0, "pickup"), atOrigin(0.06, "departure")];
const toTheHub = [...collected, atHub(0.35, "arrival")];
const pastTheHub = [...toTheHub, atHub(0.42, "departure")];
const lastLeg = [
  ...pastTheHub,
  atDestination(0.85, "arrival"),
  atDestination(0.95, "out_for_delivery"),
];
const handedOver = atDestination(1, "delivered", "delivered");

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
  journey("exception", [...toTheHub, atHub(0.5, "exception", "delay")]),
  journey("out_for_delivery", lastLeg),
  journey("in_transit", [...collected, lateHubScan, atDestination(0.8, "in_transit")]),
  journey("delivered", [
    ...toTheHub,
    atHub(0.5, "customs_hold", "customs"),
    atHub(0.7, "departure"),
    atDestination(0.95, "out_for_delivery"),
    handedOver,
  ]),
  journey("picked_up", [atOrigin(0, "pickup")]),
  journey("cancelled", [{ kind: "cancel", at: -0.1 }]),
  journey("customs_hold", [...toTheHub, atHub(0.5, "customs_hold", "customs")]),
  journey("pickup_scheduled", []),
  journey("in_transit", [...pastTheHub, wrongDelivery]),
  journey("attempt_failed", [...lastLeg, atDestination(0.98, "attempt_failed", "nobodyThere")]),
  journey("returning", [
    ...lastLeg,
    atDestination(0.98, "attempt_failed", "nobodyThere"),
    { kind: "return", at: 1.1 },
    atDestination(1.2, "departure"),
  ]),
  journey("delivered", [
    ...lastLeg,
    atDestination(0.98, "attempt_failed", "nobodyThere"),
    atDestination(1.1, "out_for_delivery"),
    atDestination(1.15, "delivered", "delivered"),
  ]),
  { ends: "draft", scheduled: false, steps: [] },
  journey("in_transit", [atOrigin(0.02, "departure"), wrongEventType, atHub(0.4, "arrival")]),
  journey("returned", [
    ...lastLeg,
    handedOver,
    { kind: "return", at: 1.3 },
    atDestination(1.4, "departure"),
    atOrigin(1.8, "returned"),
  ]),
  journey("exception", [...lastLeg, atDestination(0.97, "exception", "damage")]),
  journey("pickup_scheduled", [
    { kind: "cancel", at: -0.1 },
    { kind: "reopen", at: -0.05 },
  ]),
  journey("in_transit", [
    ...collected,
    atHub(0.25, "exception", "delay"),
    atHub(0.45, "departure"),
  ]),
  journey("out_for_delivery", lastLeg),
  journey("picked_up", [atOrigin(-0.02, "arrival"), atOrigin(0, "pickup")]),
];
