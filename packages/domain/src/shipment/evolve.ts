import { rescheduling } from "./decide-details.ts";
import { initialFold } from "./fold.ts";
import { changeTimeline, type NewFact, type TimelineChange } from "./timeline.ts";
import { factOf } from "./timeline-entry.ts";
import type {
  ShipmentCreated,
  ShipmentDetailsChanged,
  ShipmentEvent,
  TimelineEntry,
  TrackingEventVoided,
} from "./events.ts";
import type { KnownExternal, ShipmentState } from "./state.ts";

/**
 * The state after one more event of the stream; the version grows by one and `Fact.after` is right for every fact of the
 * window. Facts that an event does not touch stay the same objects. Throws for a stream that does not begin with its
 * creation and for a void outside the window: neither can come from `decideShipment`.
 */
export function evolveShipment(state: ShipmentState | null, event: ShipmentEvent): ShipmentState {
  if (event.type === "shipment.created") {
    if (state !== null) throw new Error(`shipment ${state.shipmentId} is created twice`);
    return created(event);
  }
  if (state === null) throw new Error(`${event.type} comes before shipment.created`);
  return { ...evolveExisting(state, event), version: state.version + 1 };
}

function evolveExisting(
  state: ShipmentState,
  event: Exclude<ShipmentEvent, ShipmentCreated>,
): ShipmentState {
  switch (event.type) {
    case "shipment.details_changed":
      return detailsChanged(state, event);
    case "shipment.tracking_event_recorded":
      return recorded(state, event.entry, "scan");
    case "shipment.tracking_event_voided":
      return voided(state, event);
    case "shipment.return_started":
      return recorded(state, event.entry, "return_started");
    case "shipment.cancelled":
      return { ...state, cancelled: true };
    case "shipment.reopened":
      return { ...state, cancelled: false };
    case "shipment.shared":
      return { ...state, shared: true };
  }
}

function created(event: ShipmentCreated): ShipmentState {
  return {
    shipmentId: event.shipmentId,
    version: 1,
    createdAt: event.createdAt,
    details: event.details,
    cancelled: false,
    shared: false,
    base: initialFold(event.details),
    facts: [],
    baseCity: null,
    sameExternalId: [],
    voidedIds: [],
  };
}

function detailsChanged(state: ShipmentState, event: ShipmentDetailsChanged): ShipmentState {
  const { details } = event;
  return { ...withTimeline(state, rescheduling(state.details, details)), details };
}

function recorded(
  state: ShipmentState,
  entry: TimelineEntry,
  kind: NewFact["kind"],
): ShipmentState {
  const added = factOf(entry, kind, state.version + 1);
  return { ...withTimeline(state, { added }), sameExternalId: withCarrier(state, added) };
}

function voided(state: ShipmentState, event: TrackingEventVoided): ShipmentState {
  const voidedIds = [...state.voidedIds, event.eventId];
  if (event.replacement === null) {
    return { ...withTimeline(state, { removed: event.eventId }), voidedIds };
  }
  const added = factOf(event.replacement, "scan", state.version + 1);
  const evolved = withTimeline(state, { removed: event.eventId, added });
  return { ...evolved, voidedIds, sameExternalId: withCarrier(state, added) };
}

function withTimeline(state: ShipmentState, change: TimelineChange): ShipmentState {
  const { base, facts } = changeTimeline(state, change);
  return { ...state, base, facts };
}

function withCarrier(state: ShipmentState, added: NewFact): readonly KnownExternal[] {
  const { externalId, eventId } = added;
  return externalId === null
    ? state.sameExternalId
    : [...state.sameExternalId, { externalId, eventId }];
}
