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
 * A shipment can have 10,000 facts, so the state may hold a *window*: the facts from some instant on, in fold order, and `base`, the
 * fold before the first of them. Whoever loads the state must start the window no later than the earliest instant
 * the command touches: `windowStart(command)` says which one that is. The whole history is the window with the initial base.
 */
export interface ShipmentState {
  readonly shipmentId: ShipmentId;
  readonly version: number;
  readonly createdAt: Instant;
  readonly details: ShipmentDetails;
  readonly cancelled: boolean;
  readonly shared: boolean;
  readonly base: FoldState;
  /** Non-voided facts of the window, in fold order (eventAt, recordedVersion). */
  readonly facts: readonly Fact[];
  /** City of the fact just before the window, null when there is none: a return is shown where the goods were last seen. */
  readonly baseCity: string | null;
  /**
   * Facts outside or inside the window that carry the external id the command brings, voided ones included; the
   * loader looks them up by index. At most the newest one is needed.
   */
  readonly sameExternalId: readonly KnownExternal[];
}

export interface KnownExternal {
  readonly externalId: string;
  readonly eventId: TrackingEventId;
}

/** From where the decider must see the facts. */
export type WindowStart =
  /** Facts at or after this instant. */
  | { readonly kind: "from"; readonly eventAt: Instant }
  /** Facts at or after the fact with this id (or the given instant when earlier). */
  | { readonly kind: "from_fact"; readonly eventId: TrackingEventId; readonly orEventAt: Instant | null }
  /** The whole history. */
  | { readonly kind: "all" }
  /** No facts, only the current fold as base. */
  | { readonly kind: "none" };
