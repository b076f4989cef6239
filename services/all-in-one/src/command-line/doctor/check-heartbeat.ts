import { readHeartbeatAge } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import { type Check, fail, ok } from "./check.ts";

export interface Reader {
  readonly check: "projector_heartbeat" | "relay_heartbeat" | "webhooks_heartbeat";
  /** Its name among the readers of the log. */
  readonly consumer: string;
  /** For sentences. */
  readonly title: string;
  /** What to do when there is none. */
  readonly remedy: string;
}

/** A member says once a second that it lives. */
const silentMs = 10_000;

/** Whether any process reads the log as this consumer. */
export async function checkHeartbeat(db: Queryable, reader: Reader): Promise<Check> {
  const { check, consumer, title, remedy } = reader;
  const ageMs = await readHeartbeatAge(db, consumer);
  if (ageMs === null) return fail(check, `No ${title} is registered.`, remedy);
  return ageMs < silentMs
    ? ok(check, `A ${title} was seen ${seconds(ageMs)} ago.`)
    : fail(check, `No ${title} was seen for ${seconds(ageMs)}.`, remedy);
}

export function seconds(ms: number): string {
  return `${(Math.max(ms, 0) / 1_000).toFixed(1)} s`;
}
