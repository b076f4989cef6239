import { encodeEvent, type LogEvent } from "@shipment-tracking/contracts";
import type { NewEvent } from "@shipment-tracking/event-log";
import { newId } from "../ids.ts";
import type { CommandContext } from "./outcome.ts";

/** An event as the log takes it, under a new id. */
export function newEvent(
  event: LogEvent,
  context: Pick<CommandContext, "now" | "actor" | "traceparent">,
): NewEvent {
  return {
    id: newId(),
    ...encodeEvent(event),
    occurredAt: occurredAt(event, context.now),
    recordedAt: context.now,
    actor: context.actor,
    traceparent: context.traceparent ?? null,
  };
}

/** A scan happened when it was made; everything else happens as it is entered. */
function occurredAt(event: LogEvent, now: string): string {
  return event.type === "shipment.tracking_event_recorded" ? event.entry.eventAt : now;
}
