import { type TrackingEventType, trackingEventTypes } from "@shipment-tracking/domain";
import type { Shortcut } from "../keys/registry.ts";
import { eventTypeWords } from "../ui/index.ts";

/** `e 1` to `e 9`, and `e 0` for the tenth. */
export function digitOf(type: TrackingEventType): string {
  return String((trackingEventTypes.indexOf(type) + 1) % 10);
}

export function eventShortcuts(choose: (type: TrackingEventType) => void): readonly Shortcut[] {
  return trackingEventTypes.map((type) => ({
    keys: `e ${digitOf(type)}`,
    does: eventTypeWords[type],
    run: () => choose(type),
  }));
}
