import type { Instant } from "@shipment-tracking/domain";
import { Temporal } from "temporal-polyfill";

/** A time as it was given, read into UTC; `reason` continues a sentence that begins with the field's name. */
export type ParsedInstant =
  | { readonly ok: true; readonly instant: Instant }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a point in time (03-domain): RFC 3339 with an offset or Z, or a local time together with the IANA zone it is local to.
 * Date and time are separated by `T` or a space, seconds may be missing (a browser's local date field leaves them out), and of
 * 0-9 fractional digits the first three count.
 *
 * An offset settles the instant, whatever the zone says. A local time that a clock change skips is refused with the
 * next one that exists; one that happens twice means the earlier. The instant lies in the years 1970-9999 UTC.
 */
export function parseInstant(text: string, timeZone?: string | null): ParsedInstant {
  const fields = readFields(text);
  if (typeof fields === "string") return refused(fields);
  const zone = timeZone ?? null;
  if (zone !== null && !isTimeZone(zone)) return refused(unknownZone);
  if (fields.offsetMinutes !== null) {
    return instantOf(fields.localMs - fields.offsetMinutes * 60_000);
  }
  return zone === null ? refused(noZone) : localInstant(fields.localMs, zone);
}

const knownZones = new Map<string, boolean>();

/** True for an IANA zone name (`Europe/Zurich`, `UTC`) that this installation knows; a bare offset is not a zone. */
export function isTimeZone(name: string): boolean {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  const exists = zoneExists(name);
  // names come from outside: the memory of them stays small
  if (knownZones.size >= 2_000) knownZones.clear();
  knownZones.set(name, exists);
  return exists;
}

const shape =
  "must be a time such as 2026-03-29T14:30:00Z, 2026-03-29T16:30:00+02:00, or 2026-03-29T16:30:00 with a time zone";
const noZone =
  "has no offset: end it with Z or an offset such as +02:00, or give the time zone it is local to, such as Europe/Zurich";
const unknownZone = "is given with an unknown time zone: use an IANA name such as Europe/Zurich";
const outOfYears = "must lie in the years 1970 to 9999 (UTC)";

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):(\d{2}))?$/;

interface Fields {
  /** The wall clock's reading as if it were UTC, in ms since 1970. */
  readonly localMs: number;
  /** Minutes ahead of UTC; null when the text has neither Z nor an offset. */
  readonly offsetMinutes: number | null;
}

function readFields(text: string): Fields | string {
  const match = pattern.exec(text);
  if (match === null) return shape;
  const [, ...groups] = match;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = groups
    .slice(0, 6)
    .map((digits) => Number(digits ?? 0));
  if (month < 1 || month > 12) return "has a month that does not exist";
  if (day < 1 || day > daysInMonth(year, month)) return "has a day that this month does not have";
  if (hour > 23) return "has an hour above 23: midnight is 00:00 of the next day";
  if (minute > 59) return "has a minute above 59";
  if (second > 59) return "has a second above 59: leap seconds cannot be kept";
  const offsetMinutes = readOffset(groups.slice(7));
  if (typeof offsetMinutes === "string") return offsetMinutes;
  const ms = Number((groups[6] ?? "").slice(0, 3).padEnd(3, "0"));
  return { localMs: utcMs([year, month, day, hour, minute, second, ms]), offsetMinutes };
}

function readOffset(groups: readonly (string | undefined)[]): Fields["offsetMinutes"] | string {
  const [zulu, sign, hours, minutes] = groups;
  if (zulu !== undefined) return 0;
  if (sign === undefined) return null;
  const h = Number(hours);
  const m = Number(minutes);
  if (h > 23 || m > 59) return "has an offset that does not exist";
  return (sign === "-" ? -1 : 1) * (h * 60 + m);
}

function daysInMonth(year: number, month: number): number {
  return new Date(utcMs([year, month + 1, 0, 0, 0, 0, 0])).getUTCDate();
}

type Reading = readonly [number, number, number, number, number, number, number];

function utcMs([year, month, day, hour, minute, second, ms]: Reading): number {
  const date = new Date(0);
  // Date.UTC would read the years 0-99 as 1900-1999
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, ms);
}

const firstMs = 0;
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function instantOf(ms: number): ParsedInstant {
  if (ms < firstMs || ms > lastMs) return refused(outOfYears);
  // the range check above makes toISOString the 24-character form that Instant stands for
  return { ok: true, instant: new Date(ms).toISOString() as Instant };
}

function localInstant(localMs: number, zone: string): ParsedInstant {
  const local = plainDateTime(localMs);
  const zoned = local.toZonedDateTime(zone, { disambiguation: "earlier" });
  if (zoned.toPlainDateTime().equals(local)) return instantOf(zoned.epochMilliseconds);
  const next = zoned.getTimeZoneTransition("next");
  const nextLocal =
    next === null ? "" : next.toPlainDateTime().toString({ smallestUnit: "second" });
  return refused(
    `does not exist in ${zone}: the clocks skip it, the next valid time is ${nextLocal}`,
  );
}

function plainDateTime(localMs: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(localMs)
    .toZonedDateTimeISO("UTC")
    .toPlainDateTime();
}

function zoneExists(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

function refused(reason: string): ParsedInstant {
  return { ok: false, reason };
}
