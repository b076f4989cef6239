import type { Instant, ShipmentId, TrackingEventId } from "../ids.ts";
import type { ShipmentDetails } from "./events.ts";
import type { TrackingEventType } from "./status.ts";

/** Text arrives normalised (NFC, trimmed, no control characters); `now` and ids come with the command. */
export interface CreateShipment {
  readonly type: "create_shipment";
  readonly shipmentId: ShipmentId;
  readonly now: Instant;
  readonly details: ShipmentDetails;
}

export interface ChangeDetails {
  readonly type: "change_details";
  readonly now: Instant;
  /** Only the fields that change. */
  readonly changes: Partial<ShipmentDetails>;
}

/** What is reported about one scan. */
export interface ReportedEvent {
  readonly eventId: TrackingEventId;
  readonly eventType: TrackingEventType;
  readonly city: string;
  readonly eventAt: Instant;
  readonly description: string | null;
  readonly internalNote: string | null;
  readonly externalId: string | null;
}

export interface RecordTrackingEvent {
  readonly type: "record_tracking_event";
  readonly now: Instant;
  readonly event: ReportedEvent;
}

export interface VoidTrackingEvent {
  readonly type: "void_tracking_event";
  readonly now: Instant;
  readonly eventId: TrackingEventId;
  readonly reason: string;
  readonly replacement: ReportedEvent | null;
}

export interface StartReturn {
  readonly type: "start_return";
  readonly now: Instant;
  /** Id of the timeline entry that the return will show. */
  readonly eventId: TrackingEventId;
  readonly reason: string | null;
}

export interface CancelShipment {
  readonly type: "cancel_shipment";
  readonly now: Instant;
  readonly reason: string | null;
}

export interface ReopenShipment {
  readonly type: "reopen_shipment";
  readonly now: Instant;
  readonly reason: string | null;
}

export interface ShareShipment {
  readonly type: "share_shipment";
  readonly now: Instant;
  readonly tokenHash: string;
}

export type ShipmentCommand =
  | CreateShipment
  | ChangeDetails
  | RecordTrackingEvent
  | VoidTrackingEvent
  | StartReturn
  | CancelShipment
  | ReopenShipment
  | ShareShipment;
