import { partCount, readBacklog } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import { appliedPositions, listParked, projectorConsumer } from "@shipment-tracking/read-model";
import { type Check, ok, warn } from "./check.ts";
import { checkHeartbeat } from "./check-heartbeat.ts";
import { judgeBacklog } from "./judge-backlog.ts";

const heartbeat = {
  check: "projector_heartbeat",
  consumer: projectorConsumer,
  title: "projector",
  remedy: "Start the service with npm start (or the projector): until then readers see no changes.",
} as const;

/** Whether a projector runs, how far it is behind, and what it had to set aside. `db`: projector or owner. */
export async function checkProjector(db: Queryable): Promise<readonly Check[]> {
  return [await checkHeartbeat(db, heartbeat), await checkLag(db), await checkParked(db)];
}

async function checkLag(db: Queryable): Promise<Check> {
  const parts = Array.from({ length: partCount }, (_, part) => part);
  return judgeBacklog(await readBacklog(db, await appliedPositions(db, parts)), {
    check: "projector_lag",
    none: "Readers see everything that was committed.",
    participle: "applied",
    remedy:
      "Look for errors of the projector in the service's log; wait if it is working through an import.",
  });
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
