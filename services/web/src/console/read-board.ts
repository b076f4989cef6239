import type {
  Instant,
  ShipmentDetails,
  ShipmentId,
  ShipmentStatus,
  TenantId,
  TrackingEventType,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { boardLine, lastEvent } from "../openapi/schemas/shipments.ts";

export type BoardLine = AnswerOf<typeof boardLine>;

interface Row {
  readonly id: ShipmentId;
  readonly version: number;
  readonly status: ShipmentStatus;
  readonly details: string;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly customer_name: string | null;
  readonly event_type: TrackingEventType | null;
  readonly event_status: ShipmentStatus | null;
  readonly event_city: string | null;
  readonly event_at: Instant | null;
}

/** The lines of a dispatcher's board for these shipments of the tenant, in the order of the ids. */
export async function readBoard(
  db: Queryable,
  tenantId: TenantId,
  { ids, now }: { readonly ids: readonly ShipmentId[]; readonly now: Instant },
): Promise<readonly BoardLine[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<Row>({
    name: "read_board",
    text: `
      select shipments.id, shipments.version, shipments.status, shipments.details, shipments.created_at, shipments.updated_at,
        customers.name as customer_name, newest.event_type, newest.after_status as event_status, newest.city as event_city,
        newest.event_at
      from unnest($2::uuid[]) with ordinality as wanted (id, place)
      join write.shipments on shipments.id = wanted.id
      left join write.customers
        on customers.tenant_id = $1
        and customers.id = (shipments.details ->> 'customerId')::uuid
      left join lateral (
        select shipment_facts.event_type, shipment_facts.after_status, shipment_facts.city, shipment_facts.event_at
        from write.shipment_facts
        where shipment_facts.shipment_id = wanted.id
          and shipment_facts.voided_at is null
        order by shipment_facts.event_at desc, shipment_facts.recorded_version desc
        limit 1
      ) as newest on true
      where shipments.tenant_id = $1
      order by wanted.place`,
    values: [tenantId, ids],
  });
  return rows.map((row) => toLine(row, now));
}

function toLine(row: Row, now: Instant): BoardLine {
  // written by this service from the same type
  const details = JSON.parse(row.details) as ShipmentDetails;
  return {
    id: row.id,
    shipmentNumber: details.shipmentNumber,
    status: row.status,
    mode: details.mode,
    customerId: details.customerId,
    customerName: row.customer_name,
    carrierName: details.carrierName,
    originCity: details.origin?.city ?? null,
    destCity: details.destination?.city ?? null,
    pickupScheduledAt: details.pickupScheduledAt,
    deliveryScheduledAt: details.deliveryScheduledAt,
    lastEvent: lastEventOf(row),
    late: isLate(row.status, details.deliveryScheduledAt, now),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function lastEventOf(row: Row): AnswerOf<typeof lastEvent> | null {
  const { event_type: eventType, event_status: status, event_city: city, event_at: eventAt } = row;
  // all of them come from one row, or from none
  if (eventType === null || status === null || city === null || eventAt === null) return null;
  return { eventType, status, city, eventAt };
}

/** Late is what should have been delivered by now and is still under way; what came too late is not late any more. */
function isLate(status: ShipmentStatus, dueAt: Instant | null, now: Instant): boolean {
  if (status === "delivered" || status === "returned" || status === "cancelled") return false;
  return dueAt !== null && dueAt < now;
}
