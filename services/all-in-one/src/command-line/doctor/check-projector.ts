import { partCount, readBacklog, readHeartbeatAge } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import { appliedPositions, listParked, projectorConsumer } from "@shipment-tracking/read-model";
import { type Check, fail, ok, warn } from "./check.ts";

/** A member says once a second that it lives. */
const silentMs = 10_000;
/** A busy projector is a moment behind: this is no moment. */
const lateMs = 10_000;
const tooLateMs = 60_000;
const partsShown = 8;

/** Whether a projector runs, how far it is behind, and what it had to set aside. `db`: projector or owner. */
export async function checkProjector(db: Queryable): Promise<readonly Check[]> {
  return [await checkHeartbeat(db), await checkLag(db), await checkParked(db)];
}

async function checkHeartbeat(db: Queryable): Promise<Check> {
  const ageMs = await readHeartbeatAge(db, projectorConsumer);
  if (ageMs !== null && ageMs < silentMs) {
    return ok("projector_heartbeat", `A projector was seen ${seconds(ageMs)} ago.`);
  }
  const message =
    ageMs === null ? "No projector is registered." : `No projector was seen for ${seconds(ageMs)}.`;
  return fail(
    "projector_heartbeat",
    message,
    "Start the service with npm start (or the projector): until then readers see no changes.",
  );
}

async function checkLag(db: Queryable): Promise<Check> {
  const parts = Array.from({ length: partCount }, (_, part) => part);
  const backlog = await readBacklog(db, await appliedPositions(db, parts));
  const { events, oldestAgeMs } = backlog;
  if (events === 0 || oldestAgeMs === null) {
    return ok("projector_lag", "Readers see everything that was committed.");
  }
  const shown = backlog.parts.slice(0, partsShown);
  const each = shown.map((one) => `part ${String(one.part)}: ${String(one.events)}`).join(", ");
  const more = backlog.parts.length > shown.length ? ", …" : "";
  const count = events === 1 ? "1 event is" : `${String(events)} events are`;
  const message = `${count} not applied yet (${each}${more}), the oldest for ${seconds(oldestAgeMs)}.`;
  if (oldestAgeMs < lateMs) return ok("projector_lag", message);
  const remedy =
    "Look for errors of the projector in the service's log; wait if it is working through an import.";
  return oldestAgeMs < tooLateMs
    ? warn("projector_lag", message, remedy)
    : fail("projector_lag", message, remedy);
}

async function checkParked(db: Queryable): Promise<Check> {
  const parked = await listParked(db);
  if (parked.length === 0) return ok("parked_streams", "No stream is parked.");
  const count = parked.length === 1 ? "1 stream waits" : `${String(parked.length)} streams wait`;
  return warn(
    "parked_streams",
    `${count} behind an event that could not be read.`,
    "`tracking parked` lists them; once the cause is gone, `tracking unpark` lets them flow.",
  );
}

function seconds(ms: number): string {
  return `${(Math.max(ms, 0) / 1_000).toFixed(1)} s`;
}
