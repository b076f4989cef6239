import type { Instant, ShipmentId, TenantId, TrackingEventId } from "@shipment-tracking/domain";
import { uuidv7 } from "uuidv7";

const canonicalUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for 8-4-4-4-12 hex digits in any case (01-decisions: any other id is a 404 without a query). */
export function isUuid(text: string): boolean {
  return canonicalUuid.test(text);
}

// The brands below are given where the text was just made or checked: this is what makes it an id.

/** Ids grow with time, so shipments of the same millisecond still list in the order of their creation. */
export function newShipmentId(): ShipmentId {
  return uuidv7() as ShipmentId; // branded: made here
}

export function newTrackingEventId(): TrackingEventId {
  return uuidv7() as TrackingEventId; // branded: made here
}

export function newTenantId(): TenantId {
  return uuidv7() as TenantId; // branded: made here
}

export function newId(): string {
  return uuidv7();
}

/** Null when the text is no UUID. */
export function toShipmentId(text: string): ShipmentId | null {
  return isUuid(text) ? (text.toLowerCase() as ShipmentId) : null; // branded: checked
}

/** Null when the text is no UUID. */
export function toTrackingEventId(text: string): TrackingEventId | null {
  return isUuid(text) ? (text.toLowerCase() as TrackingEventId) : null; // branded: checked
}

/** This process's time. */
export function currentInstant(): Instant {
  return new Date().toISOString() as Instant; // branded: toISOString has this shape for all years that a clock shows
}
