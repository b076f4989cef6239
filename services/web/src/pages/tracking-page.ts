import type { PublicTracking, PublicTrackingEvent } from "@shipment-tracking/contracts";
import { freeText, type Html, markup } from "./html.ts";
import type { Page } from "./page.ts";
import { eventWords, statusWords } from "./status-words.ts";

const shownAtOnce = 10;

/** What a recipient sees: complete without JavaScript, times in UTC and labelled so. */
export function trackingPage(tracking: PublicTracking): Page {
  const { shipmentNumber, status, events } = tracking;
  const { sign, tone, word, sentence } = statusWords[status];
  return {
    title: `${shipmentNumber}: ${word}`,
    main: markup`<section class="card">
<h1>${freeText(shipmentNumber)}</h1>
<p class="status ${tone}"><span aria-hidden="true">${sign}</span><strong>${word}</strong></p>
<p>${sentence}</p>
${facts(tracking)}
</section>
<section class="card">
<h2>Tracking events</h2>
${events.length === 0 ? markup`<p>Nothing has been reported yet.</p>` : timeline(events)}
</section>`,
    footer: markup`<p>All times are in UTC, newest event first.</p>`,
  };
}

/** The same for a malformed and an unknown token and one of an inactive company; it does not repeat the token. */
export const trackingNotFoundPage: Page = {
  title: "Tracking link not found",
  main: markup`<section class="card">
<h1>This tracking link does not work</h1>
<p>It may be incomplete or mistyped. Please copy the whole link again, or ask the sender for a new one.</p>
</section>`,
  footer: null,
};

export const trackingUnavailablePage: Page = {
  title: "Tracking is not available",
  main: markup`<section class="card">
<h1>Tracking is not available at the moment</h1>
<p>The link may well be right. Please try again in a few minutes.</p>
</section>`,
  footer: null,
};

function facts(tracking: PublicTracking): Html | null {
  const rows = [
    row("From", tracking.originCity === null ? null : freeText(tracking.originCity)),
    row("To", tracking.destCity === null ? null : freeText(tracking.destCity)),
    row("Pickup scheduled", time(tracking.pickupScheduledAt)),
    row("Delivery scheduled", time(tracking.deliveryScheduledAt)),
  ].filter((one) => one !== null);
  return rows.length === 0 ? null : markup`<dl>${rows}</dl>`;
}

function row(name: string, value: Html | null): Html | null {
  return value === null ? null : markup`<dt>${name}</dt><dd>${value}</dd>`;
}

function timeline(events: readonly PublicTrackingEvent[]): Html {
  const latest = markup`<ol class="latest">${events.slice(0, shownAtOnce).map(entry)}</ol>`;
  const older = events.slice(shownAtOnce).map(entry);
  if (older.length === 0) return latest;
  const summary = older.length === 1 ? "1 older event" : `${String(older.length)} older events`;
  return markup`${latest}
<details><summary>${summary}</summary><ol>${older}</ol></details>`;
}

function entry({ eventType, city, eventAt, description }: PublicTrackingEvent): Html {
  const note = description === null ? null : markup`<p>${freeText(description)}</p>`;
  return markup`<li><b>${eventWords[eventType]}</b>
<span class="when">${freeText(city)} · ${time(eventAt)}</span>${note}</li>
`;
}

function time(instant: string | null): Html | null {
  if (instant === null) return null;
  return markup`<time datetime="${instant}">${utcText(new Date(instant))}</time>`;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `Mon 4 May 2026, 08:30 UTC`; by hand, because the runtime's own formats change with its version. */
function utcText(date: Date): string {
  const weekday = weekdays[date.getUTCDay()] ?? "";
  const month = months[date.getUTCMonth()] ?? "";
  const clock = date.toISOString().slice(11, 16);
  return `${weekday} ${String(date.getUTCDate())} ${month} ${String(date.getUTCFullYear())}, ${clock} UTC`;
}
