import type { Queryable } from "@shipment-tracking/postgres";
import { type Check, fail, ok, warn } from "./check.ts";

/** Sessions and links go by the database's clock, commands by this machine's: one that is 5 minutes ahead has its scans refused (03-domain). */
const warnMs = 2_000;
const failMs = 60_000;

/** The difference between this machine's clock and the database's, half a round trip taken off. */
export async function checkClock(db: Queryable): Promise<Check> {
  const before = Date.now();
  const { rows } = await db.query<{ ms: number }>({
    text: "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
  });
  const after = Date.now();
  return judgeClock((rows[0]?.ms ?? after) - (before + after) / 2);
}

/** `aheadMs`: how far the database is ahead of this machine. */
export function judgeClock(aheadMs: number): Check {
  const by = `${(Math.abs(aheadMs) / 1_000).toFixed(Math.abs(aheadMs) < 10_000 ? 3 : 0)} s`;
  const message = `The database's clock is ${by} ${aheadMs < 0 ? "behind" : "ahead of"} this machine's.`;
  if (Math.abs(aheadMs) < warnMs) return ok("clock", message);
  const remedy = "Let both machines take their time from NTP.";
  return Math.abs(aheadMs) < failMs
    ? warn("clock", message, remedy)
    : fail("clock", message, remedy);
}
