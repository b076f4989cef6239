import type { PublicTracking } from "@shipment-tracking/contracts";
import { freeText, type Html, markup } from "../html.ts";
import { fill, moment, type Voice } from "./voice.ts";

/** Route and schedule; what is not known has no row. `now` decides what is late. */
export function facts(voice: Voice, tracking: PublicTracking, now: Date): Html {
  const { words } = voice;
  const { originCity, destCity, pickupScheduledAt, deliveryScheduledAt, status } = tracking;
  const late = lateness(tracking, now);
  const end = endOf(tracking);
  const ended = end === null ? null : moment(voice, end);
  const delivery = scheduled(voice, deliveryScheduledAt, late.delivery);
  const isDue = ended === null && status !== "cancelled";
  return markup`<dl>${[
    row(status === "returned" ? words.facts.returned : words.facts.delivered, ended, true),
    isDue ? row(words.facts.delivery, delivery, true) : null,
    row(words.facts.from, originCity === null ? null : freeText(originCity)),
    row(words.facts.to, destCity === null ? null : freeText(destCity)),
    isDue ? null : row(words.facts.delivery, delivery),
    row(words.facts.pickup, scheduled(voice, pickupScheduledAt, late.pickup)),
    row(words.facts.transport, markup`${words.mode[tracking.mode]}`),
  ]}</dl>`;
}

/** Which appointments have passed without what they were for. */
function lateness(tracking: PublicTracking, now: Date) {
  const { status, pickupScheduledAt, deliveryScheduledAt } = tracking;
  const passed = (instant: string | null): boolean =>
    instant !== null && Date.parse(instant) < now.getTime();
  const waits = status === "pickup_scheduled" || status === "draft";
  const over =
    status === "delivered" ||
    status === "returning" ||
    status === "returned" ||
    status === "cancelled";
  return {
    pickup: waits && passed(pickupScheduledAt),
    delivery: !over && passed(deliveryScheduledAt),
  };
}

/** When a delivered or returned shipment became so; later entries do not move it. */
function endOf({ status, events }: PublicTracking): string | null {
  if (status !== "delivered" && status !== "returned") return null;
  const next = events.findIndex((event) => event.status !== status);
  return events[(next === -1 ? events.length : next) - 1]?.eventAt ?? null;
}

function scheduled(voice: Voice, instant: string | null, late: boolean): Html | null {
  if (instant === null) return null;
  const time = moment(voice, instant);
  if (!late) return time;
  const { late: word, was } = voice.words.facts;
  return markup`<strong class="late">${word}</strong> <span>(${fill(was, { time })})</span>`;
}

/** `isKey`: what recipients look for first, so it is set large. */
function row(name: string, value: Html | null, isKey = false): Html | null {
  const kind = isKey ? markup` class="key"` : null;
  return value === null ? null : markup`<div${kind}><dt>${name}</dt><dd>${value}</dd></div>`;
}
