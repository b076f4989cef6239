import type { ShipmentItem } from "@shipment-tracking/contracts";
import type { ShipmentRow, TimelineLine } from "./shipment-row.ts";

/** A shipment as its columns hold it: the item's text carries the header, `entries` the timeline. */
export interface StoredShipment {
  readonly tenantId: string;
  readonly version: number;
  readonly doc: string;
  readonly entries: string;
  readonly tokenHash: string | null;
}

/** Text of the `entries` column: arrays instead of objects, because a timeline may have 10,000 of them. */
export function writeEntries(timeline: readonly TimelineLine[]): string {
  return JSON.stringify(
    timeline.map((line): EntryColumns => [
      line.eventId,
      line.eventType,
      line.status,
      line.city,
      line.eventAt,
      line.description,
      line.recordedVersion,
    ]),
  );
}

/** The row that was written; the texts come from this package's own writer and are trusted. */
export function readStoredShipment(stored: StoredShipment): ShipmentRow {
  // written by renderShipment
  const { id, ...header } = JSON.parse(stored.doc) as ShipmentItem;
  // written by writeEntries
  const entries = JSON.parse(stored.entries) as EntryColumns[];
  return {
    ...header,
    shipmentId: id,
    tenantId: stored.tenantId,
    version: stored.version,
    tokenHash: stored.tokenHash,
    timeline: entries.map(readEntry),
  };
}

type EntryColumns = [
  eventId: string,
  eventType: TimelineLine["eventType"],
  status: TimelineLine["status"],
  city: string,
  eventAt: string,
  description: string | null,
  recordedVersion: number,
];

function readEntry(columns: EntryColumns): TimelineLine {
  const [eventId, eventType, status, city, eventAt, description, recordedVersion] = columns;
  return { eventId, eventType, status, city, eventAt, description, recordedVersion };
}
