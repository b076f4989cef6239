import { currentStatus } from "./current-status.ts";
import type { Decision } from "./decision.ts";
import type { Restatement, ShipmentEvent, StatusChange } from "./events.ts";
import type { ShipmentState } from "./state.ts";

/** One command, one event: a command moves the version by one. */
export function accepted(event: ShipmentEvent): Decision {
  return { outcome: "accepted", events: [event] };
}

/** Nothing to write: the wanted state is there already. */
export const nothingToDo: Decision = { outcome: "repeat", eventId: null };

export function conflict(reason: string): Decision {
  return { outcome: "rejected", rejection: { kind: "conflict", reason } };
}

export function notFound(reason: string): Decision {
  return { outcome: "rejected", rejection: { kind: "not_found", reason } };
}

export function invalid(field: string, reason: string): Decision {
  return { outcome: "rejected", rejection: { kind: "invalid", reason, field } };
}

/** How the current status moves from one state to the next. */
export function statusChange(
  before: ShipmentState,
  after: Pick<ShipmentState, "base" | "facts" | "cancelled">,
  restated: readonly Restatement[],
): StatusChange {
  const previousStatus = currentStatus(before);
  const status = currentStatus(after);
  return { status, previousStatus, statusChanged: status !== previousStatus, restated };
}
