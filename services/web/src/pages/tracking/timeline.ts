import type { PublicTracking, PublicTrackingEvent } from "@shipment-tracking/contracts";
import { freeText, type Html, markup } from "../html.ts";
import { type EventPage, eventPage } from "./event-pages.ts";
import { beforePickup, isProblem } from "./progress-steps.ts";
import { fill, pluralOf, type Voice } from "./voice.ts";
import type { Words } from "./words.ts";

const shownAtOnce = 10;

export interface TimelineOptions {
  readonly tracking: PublicTracking;
  /** The page asked for; the newest is 1. */
  readonly page: number;
  /** Address of another page of this timeline. */
  pageLink(page: number): string;
}

/** What has happened, newest first, by day. Long ones fold, very long ones have pages: all of it can be reached without a script. */
export function timeline(voice: Voice, options: TimelineOptions): Html {
  const page = eventPage(options.tracking.events, options.page);
  if (page.events.length === 0) return markup`<p>${voice.words.timeline.empty}</p>`;
  const entries = entriesOf(voice, options.tracking.events, page.events);
  const atOnce = page.number === 1 ? shownAtOnce : entries.length;
  return markup`${days(voice, entries.slice(0, atOnce))}
${older(voice, entries.slice(atOnce))}
${pageLinks(voice, page, options.pageLink)}`;
}

interface Entry {
  readonly event: PublicTrackingEvent;
  readonly word: string;
}

function entriesOf(
  { words }: Voice,
  all: readonly PublicTrackingEvent[],
  shown: readonly PublicTrackingEvent[],
): readonly Entry[] {
  const withSender = new Set(beforePickup(all));
  return shown.map((event) => ({ event, word: wordOf(words, event, withSender.has(event)) }));
}

function older(voice: Voice, entries: readonly Entry[]): Html | null {
  if (entries.length === 0) return null;
  const summary = pluralOf(voice, voice.words.timeline.older, entries.length);
  return markup`<details><summary>${summary}</summary>${days(voice, entries)}</details>`;
}

function days(voice: Voice, shown: readonly Entry[]): Html {
  const sections = byDay(shown).map(
    ({ at, entries }) =>
      markup`<h3>${voice.dates.day(at)}</h3><ol>${entries.map((one) => item(voice, one))}</ol>`,
  );
  return markup`<div class="days">${sections}</div>`;
}

interface Day {
  readonly at: string;
  readonly entries: Entry[];
}

function byDay(entries: readonly Entry[]): readonly Day[] {
  const found: Day[] = [];
  for (const entry of entries) {
    const at = entry.event.eventAt;
    const last = found.at(-1);
    if (last?.at.slice(0, 10) === at.slice(0, 10)) last.entries.push(entry);
    else found.push({ at, entries: [entry] });
  }
  return found;
}

function item(voice: Voice, { event, word }: Entry): Html {
  const { city, eventAt, description } = event;
  const note = description === null ? null : markup`<p>${freeText(description)}</p>`;
  const kind = isProblem(event.eventType) && !startsReturn(event) ? markup` class="bad"` : null;
  return markup`<li${kind}><time datetime="${eventAt}">${voice.dates.clock(eventAt)}</time><div><b>${word}</b> <span>${freeText(city)}</span>${note}</div></li>`;
}

/** On the way back an interruption is the beginning of the return, and a delivery its end. */
function wordOf(words: Words, event: PublicTrackingEvent, withSender: boolean): string {
  const { eventType, status } = event;
  if (eventType === "attempt_failed" && withSender) return words.pickupAttempt.word;
  if (startsReturn(event)) return words.returnStarted;
  if (eventType === "delivered" && status === "returned") return words.event.returned;
  return words.event[eventType];
}

function startsReturn({ eventType, status }: PublicTrackingEvent): boolean {
  return eventType === "exception" && status === "returning";
}

function pageLinks(
  { words }: Voice,
  { number, count }: EventPage,
  link: (page: number) => string,
): Html | null {
  if (count === 1) return null;
  const { pages, page, newest, newer, olderPage, oldest } = words.timeline;
  const to = (target: number, text: string): Html | null =>
    target < 1 || target > count || target === number
      ? null
      : markup`<li><a href="${link(target)}">${text}</a></li>`;
  return markup`<nav class="pages" aria-label="${pages}"><p>${fill(page, { page: String(number), pages: String(count) })}</p>
<ul>${number > 2 ? to(1, newest) : null}${to(number - 1, newer)}${to(number + 1, olderPage)}${number < count - 1 ? to(count, oldest) : null}</ul></nav>`;
}
