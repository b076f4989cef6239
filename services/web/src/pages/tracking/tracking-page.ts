import type { PublicTracking } from "@shipment-tracking/contracts";
import type { ShipmentStatus } from "@shipment-tracking/domain";
import { freeText, type Html, markup } from "../html.ts";
import { link, trackingDocument, type TrackingDocument } from "./document.ts";
import { facts } from "./facts.ts";
import { statusIcon } from "./icons.ts";
import type { Language } from "./languages.ts";
import { progress } from "./progress.ts";
import { beforePickup, isFinal } from "./progress-steps.ts";
import { timeline } from "./timeline.ts";
import { fill, moment, type Voice, voiceIn } from "./voice.ts";
import type { StatusWords, Words } from "./words.ts";

export interface TrackingPageInput {
  readonly tracking: PublicTracking;
  readonly etag: string | null;
  readonly language: Language;
  /** The language was chosen by `?lang=`, so that links keep it. */
  readonly languageIsChosen: boolean;
  /** Of the timeline, from 1. */
  readonly page: number;
  readonly now: Date;
}

/**
 * What a recipient sees: complete without a script, with times in UTC and labelled so. Everything in it is from the public answer
 * (specification 2.4). A part with `data-part` is replaced by the script when it has changed.
 */
export function trackingPage(input: TrackingPageInput): TrackingDocument {
  const { tracking, now, page } = input;
  const voice = voiceIn(input.language);
  const lang = input.languageIsChosen ? input.language : null;
  const events = timeline(voice, {
    tracking,
    page,
    pageLink: (target) => link({ lang, page: target }),
  });
  return trackingDocument(voice, {
    status: 200,
    title: `${tracking.shipmentNumber}: ${statusWords(voice.words, tracking).word}`,
    main: markup`${staleNote(voice, now)}
<section class="card">
${head(voice, tracking)}
<h2 class="heard">${voice.words.facts.heading}</h2>
<div data-part="facts">${facts(voice, tracking, now)}</div>
<div data-part="progress">${progress(voice, tracking)}</div>
</section>
<section class="card">
<h2>${voice.words.timeline.heading}</h2>
<div data-part="timeline">${events}</div>
</section>`,
    footer: footer(voice, now, isFinal(tracking.status)),
    live: { etag: input.etag, final: isFinal(tracking.status), firstCheckSeconds: 60 },
    page,
  });
}

/** Shown by the script when it cannot renew the page; what is on it stays. */
function staleNote(voice: Voice, now: Date): Html {
  const time = moment(voice, now.toISOString());
  return markup`<p class="stale" data-stale data-checked hidden>${fill(voice.words.notes.stale, { time })}</p>`;
}

function head({ words }: Voice, tracking: PublicTracking): Html {
  const { shipmentNumber, status } = tracking;
  const { word, sentence } = statusWords(words, tracking);
  return markup`<h1><small>${words.shipment}</small> ${freeText(shipmentNumber)}</h1>
<div class="status ${toneOf(status)}"><div data-part="icon">${statusIcon(status)}</div>
<div><p><strong data-part="word">${word}</strong></p>
<p data-part="sentence" aria-live="polite">${sentence}</p></div></div>`;
}

function footer(voice: Voice, now: Date, final: boolean): Html {
  const { notes } = voice.words;
  const time = markup`<span data-checked>${moment(voice, now.toISOString())}</span>`;
  const refresh = final ? null : markup`<span data-refresh hidden> ${notes.refresh}</span>`;
  return markup`<p><span data-zone="${notes.local}">${notes.utc}</span> ${fill(notes.updated, { time })}${refresh}</p>`;
}

function statusWords(words: Words, { status, events }: PublicTracking): StatusWords {
  return status === "attempt_failed" && beforePickup(events).length === events.length
    ? words.pickupAttempt
    : words.status[status];
}

type Tone = "neutral" | "moving" | "good" | "problem";

function toneOf(status: ShipmentStatus): Tone {
  switch (status) {
    case "draft":
    case "pickup_scheduled":
    case "cancelled":
      return "neutral";
    case "picked_up":
    case "in_transit":
    case "out_for_delivery":
    case "returning":
      return "moving";
    case "delivered":
    case "returned":
      return "good";
    case "customs_hold":
    case "attempt_failed":
    case "exception":
      return "problem";
  }
}
