import { accepted, conflict, invalid, statusChange } from "./outcome.ts";
import { faultOf, knownEvent, scanOf } from "./reported-event.ts";
import { changeTimeline } from "./timeline.ts";
import { entryOf } from "./timeline-entry.ts";
import type { RecordTrackingEvent } from "./commands.ts";
import type { Decision } from "./decision.ts";
import type { ShipmentState } from "./state.ts";

/**
 * A scan is a fact: it is recorded however late it comes and whatever it does to the status. A repeat is answered before
 * the cancellation is looked at, so that a feed sent twice adds nothing and reports nothing.
 */
export function decideRecord(command: RecordTrackingEvent, state: ShipmentState): Decision {
  const { event } = command;
  const fault = faultOf(event, command.now);
  if (fault !== null) return invalid(fault.field, fault.reason);
  const known = knownEvent(event, state);
  if (known !== null) return { outcome: "repeat", eventId: known };
  if (state.cancelled) {
    return conflict("The shipment is cancelled; reopen it before recording tracking events.");
  }
  const fact = scanOf(event, state);
  const changed = changeTimeline(state, { added: fact });
  return accepted({
    type: "shipment.tracking_event_recorded",
    ...statusChange(state, { ...changed, cancelled: false }, changed.restated),
    entry: entryOf(fact, changed, event),
  });
}
