import { accepted, conflict, invalid, notFound, statusChange } from "./outcome.ts";
import { faultOf, knownEvent, scanOf } from "./reported-event.ts";
import { changeTimeline } from "./timeline.ts";
import { entryOf } from "./timeline-entry.ts";
import { isBlank } from "../text/blank.ts";
import type { ReportedEvent, VoidTrackingEvent } from "./commands.ts";
import type { Decision } from "./decision.ts";
import type { ShipmentState } from "./state.ts";

/** Void and replacement are one event. Voiding stays possible while the shipment is cancelled; recording does not. */
export function decideVoid(command: VoidTrackingEvent, state: ShipmentState): Decision {
  const refusal = voidRefusal(command, state);
  if (refusal !== null) return refusal;
  const { eventId, reason, replacement } = command;
  if (replacement !== null) return decideReplacement(command, replacement, state);
  const changed = changeTimeline(state, { removed: eventId });
  return accepted({
    type: "shipment.tracking_event_voided",
    ...statusChange(state, { ...changed, cancelled: state.cancelled }, changed.restated),
    eventId,
    reason,
    replacement: null,
  });
}

function decideReplacement(
  command: VoidTrackingEvent,
  replacement: ReportedEvent,
  state: ShipmentState,
): Decision {
  const refusal = replacementRefusal(command, replacement, state);
  if (refusal !== null) return refusal;
  const { eventId, reason } = command;
  const fact = scanOf(replacement, state);
  const changed = changeTimeline(state, { removed: eventId, added: fact });
  return accepted({
    type: "shipment.tracking_event_voided",
    ...statusChange(state, { ...changed, cancelled: false }, changed.restated),
    eventId,
    reason,
    replacement: entryOf(fact, changed, replacement),
  });
}

function voidRefusal(command: VoidTrackingEvent, state: ShipmentState): Decision | null {
  if (!state.facts.some((fact) => fact.eventId === command.eventId)) {
    return state.voidedIds.includes(command.eventId)
      ? conflict("The tracking event is voided already.")
      : notFound("The shipment has no such tracking event.");
  }
  if (isBlank(command.reason)) return invalid("reason", "Say why the tracking event is voided.");
  return null;
}

function replacementRefusal(
  command: VoidTrackingEvent,
  replacement: ReportedEvent,
  state: ShipmentState,
): Decision | null {
  const fault = faultOf(replacement, command.now);
  if (fault !== null) return invalid(`replacement.${fault.field}`, fault.reason);
  if (state.cancelled) {
    return conflict("The shipment is cancelled; reopen it before replacing a tracking event.");
  }
  if (knownEvent(replacement, state, command.eventId) === null) return null;
  return conflict(
    "The replacement repeats another tracking event of the shipment; void without a replacement instead.",
  );
}
