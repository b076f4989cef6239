import type { ShipmentMode, ShipmentStatus, TrackingEventType } from "@shipment-tracking/domain";

/** One entry of the timeline as the read side keeps it: what the answers show, and what identifies and orders it. */
export interface TimelineLine {
  readonly eventId: string;
  readonly eventType: TrackingEventType;
  /** Status as of this entry. */
  readonly status: ShipmentStatus;
  readonly city: string;
  readonly eventAt: string;
  readonly description: string | null;
  /** Recording order: the version of the log event that brought the entry. */
  readonly recordedVersion: number;
}

/**
 * Everything the read tables know about a shipment. Customer, carrier, references, notes and external ids are left out
 * on purpose: what is not here cannot reach an answer.
 */
export interface ShipmentRow {
  readonly tenantId: string;
  readonly shipmentId: string;
  /** Version of the stream's last applied event. */
  readonly version: number;
  readonly shipmentNumber: string;
  readonly status: ShipmentStatus;
  readonly mode: ShipmentMode;
  readonly originCity: string | null;
  readonly destCity: string | null;
  readonly pickupScheduledAt: string | null;
  readonly deliveryScheduledAt: string | null;
  readonly createdAt: string;
  /** Newest first: eventAt descending, then recording order descending (specification 2.2). */
  readonly timeline: readonly TimelineLine[];
  /** SHA-256 of the tracking token in hex, null until the shipment is shared. */
  readonly tokenHash: string | null;
}
