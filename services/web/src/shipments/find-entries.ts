import type {
  ShipmentId,
  ShipmentStatus,
  TimelineEntry,
  TrackingEventId,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** An entry with the status as of it. */
export type FoundEntry = Omit<TimelineEntry, "internalNote" | "externalId">;

interface Row {
  readonly event_id: TrackingEventId;
  readonly event_type: TimelineEntry["eventType"];
  readonly after_status: ShipmentStatus;
  readonly city: string;
  readonly event_at: TimelineEntry["eventAt"];
  readonly description: string | null;
}

/** The stored entries that repeated reports stand for, voided ones included. The caller has the shipments from its own tenant. */
export async function findEntries(
  db: Queryable,
  wanted: readonly { readonly shipmentId: ShipmentId; readonly eventId: TrackingEventId }[],
): Promise<ReadonlyMap<TrackingEventId, FoundEntry>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await db.query<Row>({
    name: "find_entries",
    text: `
      select shipment_facts.event_id, shipment_facts.event_type, shipment_facts.after_status, shipment_facts.city,
        shipment_facts.event_at, shipment_facts.description
      from unnest($1::uuid[], $2::uuid[]) as wanted (shipment_id, event_id)
      join write.shipment_facts
        on shipment_facts.shipment_id = wanted.shipment_id
        and shipment_facts.event_id = wanted.event_id`,
    values: [wanted.map((entry) => entry.shipmentId), wanted.map((entry) => entry.eventId)],
  });
  return new Map(rows.map((row) => [row.event_id, toEntry(row)]));
}

function toEntry(row: Row): FoundEntry {
  return {
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.after_status,
    city: row.city,
    eventAt: row.event_at,
    description: row.description,
  };
}
