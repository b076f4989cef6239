import { nextFold, sameFold } from "./fold.ts";
import type { Restatement } from "./events.ts";
import type { Fact, FoldState, ShipmentState } from "./state.ts";
import type { Instant, TrackingEventId } from "../ids.ts";

/** A window of facts in fold order and the fold before the first of them. */
export type Timeline = Pick<ShipmentState, "base" | "facts">;

/** A fact that has not been folded yet. */
export type NewFact = Omit<Fact, "after">;

export interface TimelineChange {
  readonly removed?: TrackingEventId;
  /** Takes its place in time, behind all facts of the same instant: it is the newest in recording order. */
  readonly added?: NewFact;
  readonly base?: FoldState;
}

export interface ChangedTimeline extends Timeline {
  /** Facts that were there before and whose as-of status moved, in fold order. */
  readonly restated: readonly Restatement[];
}

/**
 * Applies a change and folds again from the first touched fact until the fold meets what is stored: a fact in order
 * costs one step, however long the history is. Facts whose fold did not change stay the same objects.
 * Throws when the fact to remove is not in the window.
 */
export function changeTimeline(timeline: Timeline, change: TimelineChange): ChangedTimeline {
  const base = change.base ?? timeline.base;
  const facts = [...timeline.facts];
  const gap = change.removed === undefined ? null : takeOut(facts, change.removed);
  const place = change.added === undefined ? null : putIn(facts, change.added);
  const span = touchedSpan(gap, place);
  const restated = refold(facts, base, span);
  const addedId = change.added?.eventId;
  return { base, facts, restated: restated.filter((entry) => entry.eventId !== addedId) };
}

/** The fold after the newest fact. */
export function newestFold(timeline: Timeline): FoldState {
  return timeline.facts.at(-1)?.after ?? timeline.base;
}

/** Index of the first fact at or after the instant; `facts.length` when there is none. */
export function indexFrom(facts: readonly Fact[], eventAt: Instant): number {
  return firstIndex(facts, (fact) => fact.eventAt >= eventAt);
}

/** Index of the first fact after the instant; `facts.length` when there is none. */
export function indexAfter(facts: readonly Fact[], eventAt: Instant): number {
  return firstIndex(facts, (fact) => fact.eventAt > eventAt);
}

interface Span {
  /** First index whose fold may differ from the stored one. */
  readonly from: number;
  /** From this index on, a fold equal to the stored one proves that all later ones are equal too. */
  readonly settledFrom: number;
}

function takeOut(facts: Fact[], eventId: TrackingEventId): number {
  const index = facts.findIndex((fact) => fact.eventId === eventId);
  if (index === -1) throw new Error(`the window holds no tracking event ${eventId}`);
  facts.splice(index, 1);
  return index;
}

function putIn(facts: Fact[], added: NewFact): number {
  const index = indexAfter(facts, added.eventAt);
  // any fold will do: the place lies in the span that is folded again
  facts.splice(index, 0, { ...added, after: unfolded });
  return index;
}

const unfolded: FoldState = { status: "draft", moved: false, back: false };

function touchedSpan(gap: number | null, place: number | null): Span {
  if (place === null) return { from: gap ?? 0, settledFrom: gap ?? 0 };
  if (gap === null) return { from: place, settledFrom: place + 1 };
  const gapNow = place <= gap ? gap + 1 : gap;
  return { from: Math.min(gapNow, place), settledFrom: Math.max(gapNow, place + 1) };
}

function refold(facts: Fact[], base: FoldState, span: Span): Restatement[] {
  const restated: Restatement[] = [];
  let before = facts[span.from - 1]?.after ?? base;
  for (let index = span.from; index < facts.length; index++) {
    const fact = facts[index];
    if (fact === undefined) break;
    const after = nextFold(before, fact);
    const same = sameFold(after, fact.after);
    if (same && index >= span.settledFrom) break;
    if (!same) facts[index] = { ...fact, after };
    if (after.status !== fact.after.status)
      restated.push({ eventId: fact.eventId, status: after.status });
    before = after;
  }
  return restated;
}

/** Binary search; `reached` is false for the first facts and true for the rest. */
function firstIndex(facts: readonly Fact[], reached: (fact: Fact) => boolean): number {
  let low = 0;
  let high = facts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const fact = facts[middle];
    if (fact === undefined || reached(fact)) high = middle;
    else low = middle + 1;
  }
  return low;
}
