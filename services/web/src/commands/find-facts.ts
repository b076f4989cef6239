import type {
  Instant,
  KnownExternal,
  ShipmentId,
  TrackingEventId,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

export interface FactPlace {
  readonly shipmentId: ShipmentId;
  readonly eventId: TrackingEventId;
  readonly eventAt: Instant;
  readonly voided: boolean;
}

interface PlaceRow {
  readonly shipment_id: ShipmentId;
  readonly event_id: TrackingEventId;
  readonly event_at: Instant;
  readonly voided: boolean;
}

/** Where the named facts stand in time; unknown ones are absent. */
export async function findFacts(
  db: Queryable,
  wanted: readonly { readonly shipmentId: ShipmentId; readonly eventId: TrackingEventId }[],
): Promise<readonly FactPlace[]> {
  if (wanted.length === 0) return [];
  const { rows } = await db.query<PlaceRow>({
    name: "find_facts",
    text: `
      select shipment_facts.shipment_id, shipment_facts.event_id, shipment_facts.event_at,
        shipment_facts.voided_at is not null as voided
      from unnest($1::uuid[], $2::uuid[]) as wanted (shipment_id, event_id)
      join write.shipment_facts
        on shipment_facts.shipment_id = wanted.shipment_id
        and shipment_facts.event_id = wanted.event_id`,
    values: [wanted.map((fact) => fact.shipmentId), wanted.map((fact) => fact.eventId)],
  });
  return rows.map((row) => ({
    shipmentId: row.shipment_id,
    eventId: row.event_id,
    eventAt: row.event_at,
    voided: row.voided,
  }));
}

export interface ExternalWanted {
  readonly shipmentId: ShipmentId;
  readonly externalId: string;
}

interface ExternalRow {
  readonly shipment_id: ShipmentId;
  readonly external_id: string;
  readonly event_id: TrackingEventId;
}

/** The newest fact per external id, voided or not. */
export async function findExternalIds(
  db: Queryable,
  wanted: readonly ExternalWanted[],
): Promise<ReadonlyMap<ShipmentId, readonly KnownExternal[]>> {
  const found = new Map<ShipmentId, KnownExternal[]>();
  if (wanted.length === 0) return found;
  const { rows } = await db.query<ExternalRow>({
    name: "find_external_ids",
    text: `
      select distinct on (shipment_facts.shipment_id, shipment_facts.external_id)
        shipment_facts.shipment_id, shipment_facts.external_id, shipment_facts.event_id
      from unnest($1::uuid[], $2::text[]) as wanted (shipment_id, external_id)
      join write.shipment_facts
        on shipment_facts.shipment_id = wanted.shipment_id
        and shipment_facts.external_id = wanted.external_id
      order by shipment_facts.shipment_id, shipment_facts.external_id, shipment_facts.recorded_version desc`,
    values: [wanted.map((pair) => pair.shipmentId), wanted.map((pair) => pair.externalId)],
  });
  for (const row of rows) {
    const ofShipment = found.get(row.shipment_id) ?? [];
    ofShipment.push({ externalId: row.external_id, eventId: row.event_id });
    found.set(row.shipment_id, ofShipment);
  }
  return found;
}
