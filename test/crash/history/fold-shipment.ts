import { decodeEvent, type EventRecord } from "@shipment-tracking/contracts";
import {
  initialFold,
  nextFold,
  type FoldState,
  type ShipmentDetails,
  type TimelineEntry,
} from "@shipment-tracking/domain";

/** The answers about a shipment after one of its events, as the texts that the API sends. */
export interface ShipmentVersion {
  readonly item: string;
  readonly detail: string;
  /** Null while nobody shared it. */
  readonly publicView: { readonly tokenHash: string; readonly text: string } | null;
}

/**
 * What the API must answer after each event of a shipment, folded anew from all facts in time order: shares no code with the projection, and believes
 * nothing that the events say about statuses. `records`: one stream in the order of its versions; empty when it is no shipment.
 */
export function foldShipment(records: readonly EventRecord[]): readonly ShipmentVersion[] {
  const facts: Facts = { head: null, entries: [], cancelled: false, tokenHash: null };
  const versions: ShipmentVersion[] = [];
  for (const record of records) {
    take(facts, record);
    if (facts.head !== null) versions.push(render(facts.head, facts));
  }
  return versions;
}

interface Head {
  readonly id: string;
  readonly createdAt: string;
  readonly details: ShipmentDetails;
}

interface Fact {
  readonly entry: TimelineEntry;
  readonly kind: "scan" | "return_started";
  readonly version: number;
}

interface Facts {
  head: Head | null;
  entries: Fact[];
  cancelled: boolean;
  tokenHash: string | null;
}

function take(facts: Facts, record: EventRecord): void {
  const { event } = decodeEvent(record);
  const add = (entry: TimelineEntry, kind: Fact["kind"]): void => {
    facts.entries.push({ entry, kind, version: record.version });
  };
  if (event.type === "shipment.created") {
    facts.head = { id: record.streamId, createdAt: event.createdAt, details: event.details };
  }
  if (event.type === "shipment.details_changed" && facts.head !== null) {
    facts.head = { ...facts.head, details: event.details };
  }
  if (event.type === "shipment.tracking_event_recorded") add(event.entry, "scan");
  if (event.type === "shipment.return_started") add(event.entry, "return_started");
  if (event.type === "shipment.tracking_event_voided") {
    facts.entries = facts.entries.filter(({ entry }) => entry.eventId !== event.eventId);
    if (event.replacement !== null) add(event.replacement, "scan");
  }
  if (event.type === "shipment.cancelled") facts.cancelled = true;
  if (event.type === "shipment.reopened") facts.cancelled = false;
  if (event.type === "shipment.shared") facts.tokenHash = event.tokenHash;
}

function render({ id, createdAt, details }: Head, facts: Facts): ShipmentVersion {
  let fold: FoldState = initialFold(details);
  const timeline = facts.entries.toSorted(byTime).map(({ entry, kind }) => {
    fold = nextFold(fold, { kind, eventType: entry.eventType });
    const { eventType, city, eventAt, description } = entry;
    return { eventType, status: fold.status, city, eventAt, description };
  });
  timeline.reverse();
  const shown = {
    shipmentNumber: details.shipmentNumber,
    status: facts.cancelled ? "cancelled" : fold.status,
    mode: details.mode,
    originCity: details.origin?.city ?? null,
    destCity: details.destination?.city ?? null,
    pickupScheduledAt: details.pickupScheduledAt,
    deliveryScheduledAt: details.deliveryScheduledAt,
  };
  const item = { id, ...shown, createdAt };
  const tracking = timeline.map(({ description: _description, ...entry }) => entry);
  const { tokenHash } = facts;
  return {
    item: JSON.stringify(item),
    detail: JSON.stringify({ ...item, tracking }),
    publicView:
      tokenHash === null
        ? null
        : { tokenHash, text: JSON.stringify({ ...shown, events: timeline }) },
  };
}

function byTime(left: Fact, right: Fact): number {
  if (left.entry.eventAt === right.entry.eventAt) return left.version - right.version;
  return left.entry.eventAt < right.entry.eventAt ? -1 : 1;
}
