import type { PublicTrackingEvent } from "@shipment-tracking/contracts";

/** One page of a timeline. */
export interface EventPage {
  readonly events: readonly PublicTrackingEvent[];
  /** From 1, the newest. */
  readonly number: number;
  readonly count: number;
}

const eventsPerPage = 40;
// with 15 KB for all else a page stays under 30 KB as it is, before compression
const bytesPerPage = 13_000;
// markup of an entry and of the heading that each may need for its day
const bytesAround = 300;

/** Pages by number and size of the entries; a page that is not there becomes the nearest that is. */
export function eventPage(events: readonly PublicTrackingEvent[], wanted: number): EventPage {
  const starts = pageStarts(events);
  const number = Math.min(Math.max(wanted, 1), starts.length);
  return {
    events: events.slice(starts[number - 1], starts[number]),
    number,
    count: starts.length,
  };
}

function pageStarts(events: readonly PublicTrackingEvent[]): readonly number[] {
  const starts = [0];
  let start = 0;
  let bytes = 0;
  for (const [index, event] of events.entries()) {
    const size = bytesOf(event);
    if (index > start && (index - start === eventsPerPage || bytes + size > bytesPerPage)) {
      starts.push(index);
      start = index;
      bytes = 0;
    }
    bytes += size;
  }
  return starts;
}

function bytesOf({ city, description }: PublicTrackingEvent): number {
  const text = `${city}${description ?? ""}`;
  const escapes = text.match(/[&<>"']/g)?.length ?? 0;
  return bytesAround + Buffer.byteLength(text) + 5 * escapes;
}
