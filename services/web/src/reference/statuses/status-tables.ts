import {
  type ShipmentStatus,
  shipmentStatuses,
  shipmentStatusMeanings,
  trackingEventMeanings,
  type TrackingEventType,
  trackingEventTypes,
} from "@shipment-tracking/domain";
import { type Html, markup } from "../../pages/html.ts";
import { code, sentence } from "../text/inline.ts";
import { eventsFrom, eventsTo, statusesAfter, statusesOf, transition } from "./transitions.ts";

/** What sets a status besides tracking events (03-domain, commands). */
const setBesides: Readonly<Record<ShipmentStatus, string | null>> = {
  draft: "Creating the shipment without a pickup appointment",
  pickup_scheduled: "Creating it with a pickup appointment, or setting one on a draft",
  picked_up: null,
  in_transit: null,
  customs_hold: null,
  out_for_delivery: null,
  attempt_failed: null,
  exception: null,
  delivered: null,
  returning: "Starting a return, also of a delivered shipment",
  returned: null,
  cancelled: "Cancelling, which is possible until the goods have moved",
};

/** What ends a status besides tracking events, where none can end it. */
const endedBesides: Readonly<Partial<Record<ShipmentStatus, string>>> = {
  returned: "Nothing but a correction",
  cancelled: "Reopening",
};

/** Every status: its meaning, what leads to it and what away from it. */
export function statusTable(): Html {
  const rows = shipmentStatuses.map(
    (
      status,
    ) => markup`<tr id="status-${status}"><th scope="row">${code(status)}</th><td>${sentence(shipmentStatusMeanings[status])}</td>
<td>${causes(eventsTo(status), setBesides[status])}</td><td>${causes(eventsFrom(status), endedBesides[status] ?? null)}</td></tr>
`,
  );
  return table("Statuses", ["Status", "Meaning", "Set by", "Left by"], rows);
}

/** Every tracking event: its meaning and the statuses that it can lead to. */
export function eventTable(): Html {
  const rows = trackingEventTypes.map(
    (
      eventType,
    ) => markup`<tr id="event-${eventType}"><th scope="row">${code(eventType)}</th><td>${sentence(trackingEventMeanings[eventType])}</td>
<td>${codes(statusesAfter(eventType))}</td></tr>
`,
  );
  return table("Tracking events", ["Event type", "Meaning", "Can set"], rows);
}

/** What each event makes of each status; with `back` once a return was started. */
export function transitionTable(back: boolean): Html {
  const rows = statusesOf(back).map((status) => {
    const cells = trackingEventTypes.map((type) => markup`<td>${cell(status, type, back)}</td>`);
    return markup`<tr><th scope="row">${code(status)}</th>${cells}</tr>
`;
  });
  const caption = back ? "Once a return was started" : "On the way out";
  return table(caption, ["From", ...trackingEventTypes], rows);
}

function cell(status: ShipmentStatus, type: TrackingEventType, back: boolean): Html {
  const after = transition(status, type, back);
  if (after === null || (after.moved === null && after.notMoved === null)) {
    return markup`<span class="stays">stays</span>`;
  }
  if (after.moved === after.notMoved) return word(after.moved);
  return markup`${word(after.moved)}; ${word(after.notMoved)} before any movement`;
}

function word(status: ShipmentStatus | null): Html {
  return status === null ? markup`stays` : code(status);
}

function causes(types: readonly TrackingEventType[], besides: string | null): Html {
  if (types.length === 0) return markup`${besides === null ? "" : `${besides}.`}`;
  return markup`${besides === null ? null : `${besides}; `}${codes(types)}`;
}

function codes(words: readonly string[]): Html {
  return markup`${words.map((one, index) => markup`${index > 0 ? ", " : ""}${code(one)}`)}`;
}

/** Wide tables scroll within themselves, by keyboard as well. */
function table(caption: string, columns: readonly string[], rows: readonly Html[]): Html {
  const isCode = (column: string) => (trackingEventTypes as readonly string[]).includes(column);
  const head = columns.map(
    (column) => markup`<th scope="col">${isCode(column) ? code(column) : column}</th>`,
  );
  return markup`<div class="wide" role="region" tabindex="0" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>
${rows}</tbody></table></div>
`;
}
