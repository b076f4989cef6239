import type { Restatement, TimelineEntry } from "@shipment-tracking/domain";
import type { TimelineLine } from "./shipment-row.ts";
import { UnprojectableEvent } from "./unprojectable-event.ts";

type Timeline = readonly TimelineLine[];

/** The timeline with the entry at its place: newest first, entries of one instant by recording order, newest first. */
export function addEntry(
  timeline: Timeline,
  entry: TimelineEntry,
  recordedVersion: number,
): Timeline {
  const line: TimelineLine = {
    eventId: entry.eventId,
    eventType: entry.eventType,
    status: entry.status,
    city: entry.city,
    eventAt: entry.eventAt,
    description: entry.description,
    recordedVersion,
  };
  if (timeline.some((known) => known.eventId === line.eventId)) {
    throw new UnprojectableEvent(`Entry ${line.eventId} is in the timeline already`);
  }
  // recorded last, so it stands before every entry of the same or an earlier instant
  const found = timeline.findIndex((known) => known.eventAt <= line.eventAt);
  return timeline.toSpliced(found === -1 ? timeline.length : found, 0, line);
}

/** The timeline without a voided entry. */
export function removeEntry(timeline: Timeline, eventId: string): Timeline {
  const at = timeline.findIndex((line) => line.eventId === eventId);
  if (at === -1) throw new UnprojectableEvent(`Entry ${eventId} is not in the timeline`);
  return timeline.toSpliced(at, 1);
}

/** The timeline with the as-of statuses that an event restates. */
export function restate(timeline: Timeline, restated: readonly Restatement[]): Timeline {
  if (restated.length === 0) return timeline;
  const wanted = new Map<string, Restatement>(restated.map((one) => [one.eventId, one]));
  const result = timeline.map((line) => {
    const one = wanted.get(line.eventId);
    wanted.delete(line.eventId);
    return one === undefined ? line : { ...line, status: one.status };
  });
  const [missing] = wanted.keys();
  if (missing === undefined) return result;
  throw new UnprojectableEvent(`Restated entry ${missing} is not in the timeline`);
}
