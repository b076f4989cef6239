/** Branded identifiers: all are canonical lower-case UUID strings, checked at the doors (HTTP, log). */
export type TenantId = string & { readonly __brand: "TenantId" };
export type ShipmentId = string & { readonly __brand: "ShipmentId" };
/** Identifies one tracking event (a scan, or the entry that a started return shows). */
export type TrackingEventId = string & { readonly __brand: "TrackingEventId" };
/** Instant as ISO 8601 UTC text with milliseconds: `YYYY-MM-DDTHH:mm:ss.sssZ`, years 1970-9999. Sorts as text. */
export type Instant = string & { readonly __brand: "Instant" };
