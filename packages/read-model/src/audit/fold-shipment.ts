import type { LogEvent } from "@shipment-tracking/contracts";
import {
  initialFold,
  nextFold,
  type FoldState,
  type ShipmentDetails,
  type ShipmentStatus,
  type TimelineEntry,
} from "@shipment-tracking/domain";

/** The facts of one stream, collected without any projection. */
export interface CollectedShipment {
  details: ShipmentDetails | null;
  createdAt: string;
  cancelled: boolean;
  tokenHash: string | null;
  entries: { entry: TimelineEntry; kind: "scan" | "return_started"; version: number }[];
}

export function emptyShipment(): CollectedShipment {
  return { details: null, createdAt: "", cancelled: false, tokenHash: null, entries: [] };
}

export function collectShipment(all: CollectedShipment, event: LogEvent, version: number): void {
  if (event.type === "shipment.created") all.createdAt = event.createdAt;
  if (event.type === "shipment.created" || event.type === "shipment.details_changed")
    all.details = event.details;
  if (event.type === "shipment.tracking_event_voided") {
    all.entries = all.entries.filter(({ entry }) => entry.eventId !== event.eventId);
    if (event.replacement !== null)
      all.entries.push({ entry: event.replacement, kind: "scan", version });
  }
  if (event.type === "shipment.tracking_event_recorded")
    all.entries.push({ entry: event.entry, kind: "scan", version });
  if (event.type === "shipment.return_started")
    all.entries.push({ entry: event.entry, kind: "return_started", version });
  if (event.type === "shipment.cancelled") all.cancelled = true;
  if (event.type === "shipment.reopened") all.cancelled = false;
  if (event.type === "shipment.shared") all.tokenHash = event.tokenHash;
}

/** What the answers about a shipment must say, as objects. */
export interface ExpectedShipment {
  readonly item: {
    readonly id: string;
    readonly shipmentNumber: string;
    readonly status: ShipmentStatus;
    readonly mode: string;
    readonly originCity: string | null;
    readonly destCity: string | null;
    readonly pickupScheduledAt: string | null;
    readonly deliveryScheduledAt: string | null;
    readonly createdAt: string;
  };
  readonly detail: unknown;
  readonly publicView: unknown;
  /** The timeline as the row keeps it for the projection. */
  readonly entries: readonly unknown[];
}

/**
 * An independent second fold: statuses come from the domain's table over all facts in time order, not from what the events say about
 * status, and answers are built as objects. Shares no code with the projection.
 */
export function foldShipment(
  id: string,
  facts: CollectedShipment,
  details: ShipmentDetails,
): ExpectedShipment {
  let fold: FoldState = initialFold(details);
  const newestFirst = facts.entries
    .toSorted(byTime)
    .map(({ entry, kind, version }) => {
      fold = nextFold(fold, { kind, eventType: entry.eventType });
      return { entry, version, status: fold.status };
    })
    .toReversed();
  const item = {
    id,
    shipmentNumber: details.shipmentNumber,
    status: facts.cancelled ? ("cancelled" as const) : fold.status,
    mode: details.mode,
    originCity: details.origin === null ? null : details.origin.city,
    destCity: details.destination === null ? null : details.destination.city,
    pickupScheduledAt: details.pickupScheduledAt,
    deliveryScheduledAt: details.deliveryScheduledAt,
    createdAt: facts.createdAt,
  };
  const timeline = newestFirst.map(
    ({ entry: { eventType, city, eventAt, description }, status }) => {
      return { eventType, status, city, eventAt, description };
    },
  );
  const { id: _id, createdAt: _createdAt, ...shared } = item;
  return {
    item,
    detail: { ...item, tracking: timeline.map(({ description: _description, ...event }) => event) },
    publicView: { ...shared, events: timeline },
    entries: newestFirst.map(({ entry, version, status }) => [
      entry.eventId,
      entry.eventType,
      status,
      entry.city,
      entry.eventAt,
      entry.description,
      version,
    ]),
  };
}

type Collected = CollectedShipment["entries"][number];

function byTime(left: Collected, right: Collected): number {
  if (left.entry.eventAt === right.entry.eventAt) return left.version - right.version;
  return left.entry.eventAt < right.entry.eventAt ? -1 : 1;
}
