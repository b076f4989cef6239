import type { Instant, ShipmentId, TrackingEventId } from "../ids.ts";
import type { ShipmentMode, ShipmentStatus, TrackingEventType } from "./status.ts";

/** Why the status is what it is after this event. Readers apply it and never fold. */
export interface StatusChange {
  /** Current status after the event. */
  readonly status: ShipmentStatus;
  /** Current status before the event; null for the creation. */
  readonly previousStatus: ShipmentStatus | null;
  /** False for the creation, which announces nothing. */
  readonly statusChanged: boolean;
  /** Entries recorded earlier whose as-of status moved; empty when none. */
  readonly restated: readonly Restatement[];
}

export interface Restatement {
  readonly eventId: TrackingEventId;
  readonly status: ShipmentStatus;
}

/** A stop's place. `city` is never blank; the shipment has null instead of a place it does not know. */
export interface Place {
  readonly city: string;
  readonly countryCode: string | null;
  readonly addressLine1: string | null;
  readonly postalCode: string | null;
  /** IANA zone of the stop, for example `Europe/Zurich`. */
  readonly timeZone: string | null;
}

export interface ShipmentReference {
  readonly type: string;
  readonly value: string;
}

/** What a dispatcher enters about a shipment; every field always present, null when not known. */
export interface ShipmentDetails {
  readonly shipmentNumber: string;
  readonly mode: ShipmentMode;
  readonly customerId: string | null;
  readonly carrierName: string | null;
  readonly references: readonly ShipmentReference[];
  readonly origin: Place | null;
  readonly destination: Place | null;
  readonly pickupScheduledAt: Instant | null;
  readonly deliveryScheduledAt: Instant | null;
  readonly internalNotes: string | null;
}

/** One line of the timeline as it is recorded. `status` is the status as of this entry in the fold. */
export interface TimelineEntry {
  readonly eventId: TrackingEventId;
  readonly eventType: TrackingEventType;
  readonly status: ShipmentStatus;
  readonly city: string;
  readonly eventAt: Instant;
  /** Public text, at most 500 characters. */
  readonly description: string | null;
  readonly internalNote: string | null;
  /** The feed's own id of this fact; a repeat of it is the same fact. */
  readonly externalId: string | null;
}

export interface ShipmentCreated extends StatusChange {
  readonly type: "shipment.created";
  readonly shipmentId: ShipmentId;
  readonly createdAt: Instant;
  readonly details: ShipmentDetails;
}

export interface ShipmentDetailsChanged extends StatusChange {
  readonly type: "shipment.details_changed";
  /** The details after the change, whole: a reader replaces what it had. */
  readonly details: ShipmentDetails;
  readonly changedFields: readonly (keyof ShipmentDetails)[];
}

export interface TrackingEventRecorded extends StatusChange {
  readonly type: "shipment.tracking_event_recorded";
  readonly entry: TimelineEntry;
}

/** Void and optional replacement are one event, so that no reader sees the status between them. */
export interface TrackingEventVoided extends StatusChange {
  readonly type: "shipment.tracking_event_voided";
  readonly eventId: TrackingEventId;
  readonly reason: string;
  readonly replacement: TimelineEntry | null;
}

/** The timeline shows a started return as an `exception` entry. */
export interface ReturnStarted extends StatusChange {
  readonly type: "shipment.return_started";
  readonly entry: TimelineEntry;
  readonly reason: string | null;
}

export interface ShipmentCancelled extends StatusChange {
  readonly type: "shipment.cancelled";
  readonly reason: string | null;
}

export interface ShipmentReopened extends StatusChange {
  readonly type: "shipment.reopened";
  readonly reason: string | null;
}

export interface ShipmentShared extends StatusChange {
  readonly type: "shipment.shared";
  /** SHA-256 of the tracking token, 64 lower-case hex digits. The token itself is in no event. */
  readonly tokenHash: string;
}

export type ShipmentEvent =
  | ShipmentCreated
  | ShipmentDetailsChanged
  | TrackingEventRecorded
  | TrackingEventVoided
  | ReturnStarted
  | ShipmentCancelled
  | ShipmentReopened
  | ShipmentShared;
