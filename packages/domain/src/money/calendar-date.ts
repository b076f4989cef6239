import type { Instant } from "../ids.ts";

/** The calendar date `YYYY-MM-DD` of an instant, in UTC. */
export function dateOf(instant: Instant): string {
  return instant.slice(0, 10);
}

/** `days` after a date `YYYY-MM-DD`; null when that is beyond the year 9999. */
export function addDays(date: string, days: number): string | null {
  const later = new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
  return later.getUTCFullYear() > 9999 ? null : later.toISOString().slice(0, 10);
}
