import { accepted, conflict, statusChange } from "./outcome.ts";
import { changeTimeline, newestFold, type NewFact } from "./timeline.ts";
import { entryOf } from "./timeline-entry.ts";
import type { Instant } from "../ids.ts";
import type { StartReturn } from "./commands.ts";
import type { Decision } from "./decision.ts";
import type { ShipmentState } from "./state.ts";

/** The goods turn round: an `exception` entry of kind `return_started`, where they were last seen. */
export function decideStartReturn(command: StartReturn, state: ShipmentState): Decision {
  const obstacle = returnObstacle(state);
  if (obstacle !== null) return conflict(obstacle);
  const fact: NewFact = {
    eventId: command.eventId,
    kind: "return_started",
    eventType: "exception",
    city: lastKnownCity(state),
    eventAt: notBeforeNewest(command.now, state),
    recordedVersion: state.version + 1,
    externalId: null,
  };
  const changed = changeTimeline(state, { added: fact });
  return accepted({
    type: "shipment.return_started",
    ...statusChange(state, { ...changed, cancelled: state.cancelled }, changed.restated),
    // the timeline is public and the reason is not, so the entry has no description
    entry: entryOf(fact, changed, { description: null, internalNote: null }),
    reason: command.reason,
  });
}

function returnObstacle(state: ShipmentState): string | null {
  const fold = newestFold(state);
  if (state.cancelled) return "The shipment is cancelled; there is nothing to return.";
  if (fold.status === "returned") return "The shipment is already back with the shipper.";
  if (fold.back) return "A return has already been started.";
  if (fold.moved) return null;
  return "The goods have not moved yet; cancel the shipment instead of returning it.";
}

/**
 * Now, or the newest scan's time where that lies a few minutes ahead (a fast clock): folded before that scan, the
 * return would not be what the shipment's status tells of.
 */
function notBeforeNewest(now: Instant, state: ShipmentState): Instant {
  const newest = state.facts.at(-1)?.eventAt;
  return newest !== undefined && newest > now ? newest : now;
}

function lastKnownCity(state: ShipmentState): string {
  const { origin, destination } = state.details;
  return (
    state.facts.at(-1)?.city ?? state.baseCity ?? origin?.city ?? destination?.city ?? "Unknown"
  );
}
