import type { TrackingEventType } from "@shipment-tracking/domain";
import type { paths } from "../api/index.ts";
import { likelyCityOf } from "./likely-city.ts";
import type { Entry, Whole } from "./shipment.ts";
import { deviceZone, zonedLocal } from "./zones.ts";

export type EventBody =
  paths["/api/shipments/{id}/events"]["post"]["requestBody"]["content"]["application/json"];

/** An event as it is typed. */
export interface EventDraft {
  readonly eventType: TrackingEventType;
  /** Null: nothing typed yet, the likely one. */
  readonly city: string | null;
  /** Null: as it was when the form opened. */
  readonly time: string | null;
  readonly openedAt: string;
  readonly zone: string;
  readonly description: string;
  readonly internalNote: string;
}

export function newDraft(eventType: TrackingEventType): EventDraft {
  return {
    eventType,
    city: null,
    time: null,
    openedAt: new Date().toISOString(),
    zone: deviceZone,
    description: "",
    internalNote: "",
  };
}

/** The same event again, to be corrected. */
export function draftOf(entry: Entry): EventDraft {
  return {
    ...newDraft(entry.eventType),
    city: entry.city,
    openedAt: entry.eventAt,
    description: entry.description ?? "",
    internalNote: entry.internalNote ?? "",
  };
}

export function cityOf(draft: EventDraft, whole: Pick<Whole, "shipment" | "events">): string {
  return draft.city ?? likelyCityOf(whole, draft.eventType);
}

export function timeOf(draft: EventDraft): string {
  return draft.time ?? zonedLocal(draft.openedAt, draft.zone);
}

/** Null while something necessary is missing. */
export function bodyOf(
  draft: EventDraft,
  whole: Pick<Whole, "shipment" | "events">,
): EventBody | null {
  const city = cityOf(draft, whole).trim();
  if (city === "" || timeOf(draft) === "") return null;
  const description = draft.description.trim();
  const internalNote = draft.internalNote.trim();
  return {
    eventType: draft.eventType,
    city,
    ...(draft.time === null
      ? { eventAt: draft.openedAt }
      : { eventAt: draft.time, timeZone: draft.zone }),
    ...(description === "" ? {} : { description }),
    ...(internalNote === "" ? {} : { internalNote }),
  };
}
