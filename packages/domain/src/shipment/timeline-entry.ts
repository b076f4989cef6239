import { indexAfter, type NewFact, type Timeline } from "./timeline.ts";
import type { TimelineEntry } from "./events.ts";
import type { Fact } from "./state.ts";

/** What an entry says beyond what the fold needs. */
export type EntryTexts = Pick<TimelineEntry, "description" | "internalNote">;

/** The timeline's line for a fact that was just added to it. */
export function entryOf(fact: NewFact, timeline: Timeline, texts: EntryTexts): TimelineEntry {
  // the newest in recording order is the last of its instant
  const folded = timeline.facts[indexAfter(timeline.facts, fact.eventAt) - 1];
  if (folded?.eventId !== fact.eventId) {
    throw new Error(`tracking event ${fact.eventId} is not the newest of its instant`);
  }
  return {
    eventId: fact.eventId,
    eventType: fact.eventType,
    status: folded.after.status,
    city: fact.city,
    eventAt: fact.eventAt,
    description: texts.description,
    internalNote: texts.internalNote,
    externalId: fact.externalId,
  };
}

/** The fact behind an entry that was recorded with the given version. */
export function factOf(entry: TimelineEntry, kind: Fact["kind"], recordedVersion: number): NewFact {
  return {
    eventId: entry.eventId,
    kind,
    eventType: entry.eventType,
    city: entry.city,
    eventAt: entry.eventAt,
    recordedVersion,
    externalId: entry.externalId,
  };
}
