import type { Instant, ShipmentId, TrackingEventId } from "../ids.ts";
import type { ShipmentDetails } from "./events.ts";
import type { ShipmentStatus, TrackingEventType } from "./status.ts";

/** What the fold carries from one fact to the next. */
export interface FoldState {
  readonly status: ShipmentStatus;
  /** True once the goods have moved: pickup, departure, in_transit, out_for_delivery, delivered or returned. */
  readonly moved: boolean;
  /** True once a return was started. */
  readonly back: boolean;
}

/** One non-voided entry of the timeline, as the decider needs it. */
export interface Fact {
  readonly eventId: TrackingEventId;
  /** `return_started` reads as an `exception` entry in the timeline. */
  readonly kind: "scan" | "return_started";
  readonly eventType: TrackingEventType;
  readonly city: string;
  readonly eventAt: Instant;
  /** Recording order: the shipment's version that recorded the fact. Orders facts of the same `eventAt`. */
  readonly recordedVersion: number;
  readonly externalId: string | null;
  /** The fold after this fact; `after.status` is the entry's status as of it. */
  readonly after: FoldState;
}

/**
 * A shipment as the decider sees it.
 *
 * A shipment can have 10,000 facts, so the state may hold a *window*: the facts from some instant on, in fold order, and
 * `base`, the fold before the first of them. Whoever loads the state must start the window no later than the earliest
 * instant the command touches: `windowStart(command)` says which one that is. Starting earlier changes no outcome; the
 * whole history is the window with the initial base. Several commands on one shipment are decided on one window that starts
 * early enough for all of them, each on the state that `evolveShipment` made of the event before.
 */
export interface ShipmentState {
  readonly shipmentId: ShipmentId;
  readonly version: number;
  readonly createdAt: Instant;
  readonly details: ShipmentDetails;
  readonly cancelled: boolean;
  readonly shared: boolean;
  /** Fold before the first fact of the window; with no facts in it, the fold after the newest fact of all. */
  readonly base: FoldState;
  /** Non-voided facts of the window, in fold order (eventAt, recordedVersion). */
  readonly facts: readonly Fact[];
  /** City of the fact just before the window, null when there is none: a return is shown where the goods were last seen. */
  readonly baseCity: string | null;
  /**
   * Who carries the external ids that the command brings (a replacement's included): inside or outside the window, voided
   * or not. The loader looks them up by index; the newest carrier of each id is enough. Oldest first: the last one counts.
   * `evolveShipment` adds what it records.
   */
  readonly sameExternalId: readonly KnownExternal[];
  /**
   * Of the event ids that the command names (`void_tracking_event`), those that the shipment has but that are voided: tells
   * "voided already" from "no such event". The loader looks them up by key; `evolveShipment` adds what it voids.
   */
  readonly voidedIds: readonly TrackingEventId[];
}

export interface KnownExternal {
  readonly externalId: string;
  readonly eventId: TrackingEventId;
}

/** From where the decider must see the facts. */
export type WindowStart =
  /** Facts at or after this instant. */
  | { readonly kind: "from"; readonly eventAt: Instant }
  /**
   * Facts at or after the instant of the fact with this id, or at or after the given instant when that is earlier. An
   * id that the shipment does not have, or that is voided, asks for nothing: the command is refused.
   */
  | {
      readonly kind: "from_fact";
      readonly eventId: TrackingEventId;
      readonly orEventAt: Instant | null;
    }
  /** The whole history. */
  | { readonly kind: "all" }
  /** No facts, only the current fold as base. */
  | { readonly kind: "none" };
