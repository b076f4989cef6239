import type {
  Fact,
  Instant,
  ShipmentDetails,
  ShipmentId,
  ShipmentStatus,
  TenantId,
  TrackingEventId,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { shipment, timelineEntry } from "../openapi/schemas/shipments.ts";

interface ShipmentRow {
  readonly id: ShipmentId;
  readonly version: number;
  readonly status: ShipmentStatus;
  readonly details: string;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly customer_name: string | null;
  readonly shared: boolean;
}

/** A shipment as the write side knows it: what the last command left, whatever readers have applied. Null when the tenant has none of this id. */
export async function readShipment(
  db: Queryable,
  tenantId: TenantId,
  shipmentId: ShipmentId,
): Promise<(AnswerOf<typeof shipment> & { readonly id: ShipmentId }) | null> {
  const { rows } = await db.query<ShipmentRow>({
    name: "read_shipment",
    text: `
      select shipments.id, shipments.version, shipments.status, shipments.details, shipments.created_at, shipments.updated_at,
        customers.name as customer_name,
        exists (
          select from write.tracking_tokens
          where tracking_tokens.shipment_id = shipments.id
        ) as shared
      from write.shipments
      left join write.customers
        on customers.tenant_id = $1
        and customers.id = (shipments.details ->> 'customerId')::uuid
      where shipments.tenant_id = $1
        and shipments.id = $2`,
    values: [tenantId, shipmentId],
  });
  const row = rows[0];
  if (row === undefined) return null;
  // written by this service from the same type
  const details = JSON.parse(row.details) as ShipmentDetails;
  const { shipmentNumber, ...others } = details;
  return {
    id: row.id,
    shipmentNumber,
    status: row.status,
    version: row.version,
    ...others,
    customerName: row.customer_name,
    shared: row.shared,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

interface FactRow {
  readonly event_id: TrackingEventId;
  readonly kind: Fact["kind"];
  readonly event_type: Fact["eventType"];
  readonly after_status: ShipmentStatus;
  readonly city: string;
  readonly event_at: Instant;
  readonly description: string | null;
  readonly internal_note: string | null;
  readonly external_id: string | null;
  readonly recorded_at: Instant;
  readonly voided_at: Instant | null;
  readonly void_reason: string | null;
}

/** All entries of a shipment, voided ones included, newest first (`eventAt`, then recording order). A voided one has no status any more. */
export async function readShipmentEvents(
  db: Queryable,
  shipmentId: ShipmentId,
): Promise<readonly AnswerOf<typeof timelineEntry>[]> {
  const { rows } = await db.query<FactRow>({
    name: "read_shipment_events",
    text: `
      select shipment_facts.event_id, shipment_facts.kind, shipment_facts.event_type, shipment_facts.after_status,
        shipment_facts.city, shipment_facts.event_at, shipment_facts.description, shipment_facts.internal_note,
        shipment_facts.external_id, shipment_facts.recorded_at, shipment_facts.voided_at, shipment_facts.void_reason
      from write.shipment_facts
      where shipment_facts.shipment_id = $1
      order by shipment_facts.event_at desc, shipment_facts.recorded_version desc`,
    values: [shipmentId],
  });
  return rows.map((row): AnswerOf<typeof timelineEntry> => ({
    id: row.event_id,
    kind: row.kind,
    eventType: row.event_type,
    status: row.voided_at === null ? row.after_status : null,
    city: row.city,
    eventAt: row.event_at,
    description: row.description,
    internalNote: row.internal_note,
    externalId: row.external_id,
    recordedAt: row.recorded_at,
    voidedAt: row.voided_at,
    voidReason: row.void_reason,
  }));
}
