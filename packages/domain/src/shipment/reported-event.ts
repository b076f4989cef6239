import { cityKey } from "./city-key.ts";
import { indexFrom, type NewFact } from "./timeline.ts";
import { isBlank } from "../text/blank.ts";
import { descriptionMaxLength, lengthInCharacters } from "../text/length.ts";
import type { ReportedEvent } from "./commands.ts";
import type { ShipmentState } from "./state.ts";
import type { Instant, TrackingEventId } from "../ids.ts";

/** Clocks of scanners run ahead of ours; further ahead is a typing error. */
export const eventAtToleranceMs = 5 * 60 * 1000;

export interface ReportFault {
  readonly field: keyof ReportedEvent;
  readonly reason: string;
}

/** What is wrong with a report in itself; null when nothing is. Any past time is right: a late scan is a fact. */
export function faultOf(event: ReportedEvent, now: Instant): ReportFault | null {
  if (isBlank(event.city)) {
    return { field: "city", reason: "Give the city of the event." };
  }
  if (Date.parse(event.eventAt) - Date.parse(now) > eventAtToleranceMs) {
    const reason = "The time of the event is more than 5 minutes in the future.";
    return { field: "eventAt", reason };
  }
  if (lengthInCharacters(event.description ?? "") > descriptionMaxLength) {
    const reason = `The description is longer than ${String(descriptionMaxLength)} characters.`;
    return { field: "description", reason };
  }
  return null;
}

/**
 * The event that the shipment already has of this fact, null when the fact is new. `besides` is left out: a replacement may
 * repeat what it replaces.
 */
export function knownEvent(
  event: ReportedEvent,
  state: ShipmentState,
  besides: TrackingEventId | null = null,
): TrackingEventId | null {
  const carrier = externalIdCarrier(event.externalId, state);
  if (carrier !== null && carrier !== besides) return carrier;
  return sameScan(event, state, besides);
}

/** The fact that the next version of the shipment would record. */
export function scanOf(event: ReportedEvent, state: ShipmentState): NewFact {
  return {
    eventId: event.eventId,
    kind: "scan",
    eventType: event.eventType,
    city: event.city,
    eventAt: event.eventAt,
    recordedVersion: state.version + 1,
    externalId: event.externalId,
  };
}

function externalIdCarrier(
  externalId: string | null,
  state: ShipmentState,
): TrackingEventId | null {
  if (externalId === null) return null;
  return state.sameExternalId.findLast((known) => known.externalId === externalId)?.eventId ?? null;
}

/** Scans only: a started return shows as an exception, but no feed reported it. */
function sameScan(
  event: ReportedEvent,
  state: ShipmentState,
  besides: TrackingEventId | null,
): TrackingEventId | null {
  const key = cityKey(event.city);
  for (let index = indexFrom(state.facts, event.eventAt); index < state.facts.length; index++) {
    const fact = state.facts[index];
    if (fact === undefined || fact.eventAt !== event.eventAt) return null;
    const candidate = fact.kind === "scan" && fact.eventType === event.eventType;
    if (candidate && fact.eventId !== besides && cityKey(fact.city) === key) return fact.eventId;
  }
  return null;
}
