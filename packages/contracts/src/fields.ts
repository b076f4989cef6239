import type { Instant, ShipmentId, TrackingEventId } from "@shipment-tracking/domain";
import {
  chargeCodes,
  customerStatuses,
  invoiceStatuses,
  shipmentModes,
  shipmentStatuses,
  trackingEventTypes,
} from "@shipment-tracking/domain";
import { z } from "zod";

/** Building blocks of event payloads. Identifiers are canonical lower-case UUIDs, instants have milliseconds and end in Z. */
export const shipmentId = z.custom<ShipmentId>(isUuid, "not a canonical UUID");
export const trackingEventId = z.custom<TrackingEventId>(isUuid, "not a canonical UUID");
export const uuid = z.custom<string>(isUuid, "not a canonical UUID");
export const instant = z.custom<Instant>(isInstant, "not an instant with milliseconds in UTC");
/** The same, typed as the plain text that it is outside the domain. */
export const instantText = z.custom<string>(isInstant, "not an instant with milliseconds in UTC");
export const shipmentStatus = z.enum(shipmentStatuses);
export const shipmentMode = z.enum(shipmentModes);
export const trackingEventType = z.enum(trackingEventTypes);
export const customerStatus = z.enum(customerStatuses);
export const invoiceStatus = z.enum(invoiceStatuses);
export const chargeCode = z.enum(chargeCodes);

/** ISO 4217 */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/);
/** Safe integer in the currency's minor unit (JPY 0 digits, EUR 2, KWD 3). */
export const minorAmount = z.int();
/** Decimal as text, at most nine digits before the point and six after it: quantities are not all binary fractions. */
export const decimalQuantity = z.string().regex(/^(0|[1-9]\d{0,8})(\.\d{1,6})?$/);
/** `YYYY-MM-DD` of the years 1970-9999, without a zone. */
export const calendarDate = z.custom<string>(isCalendarDate, "not a calendar date");

/** SHA-256 as 64 lower-case hex digits. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Free text. Far above what the doors let in (a request has 64 KB): it only keeps a broken event from filling the read
 * tables. NUL cannot be stored by PostgreSQL.
 */
export const text = z.string().max(65_536).refine(hasNoNul, "contains a NUL character");
export const nonBlankText = text.refine((value) => value.trim() !== "", "is blank");

/** Whether the value is a canonical lower-case UUID (8-4-4-4-12). */
export function isUuid(value: unknown): value is string {
  return (
    typeof value === "string" &&
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value)
  );
}

/** Whether the value is an existing instant of the years 1970-9999, written `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export function isInstant(value: unknown): value is Instant {
  if (typeof value !== "string" || value.length !== 24 || value < "1970" || !/^\d/.test(value)) {
    return false;
  }
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

function isCalendarDate(value: unknown): boolean {
  return typeof value === "string" && isInstant(`${value}T00:00:00.000Z`);
}

function hasNoNul(value: string): boolean {
  return !value.includes("\0");
}
