import type {
  ShipmentDetails,
  ShipmentId,
  ShipmentStatus,
  TrackingEventType,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** A demo shipment that has not reached its end. */
export interface MovingShipment {
  readonly shipmentId: ShipmentId;
  readonly status: ShipmentStatus;
  readonly details: ShipmentDetails;
  /** Newest entry of the timeline, null when there is none. */
  readonly last: {
    readonly eventType: TrackingEventType;
    readonly city: string;
    readonly eventAt: string;
  } | null;
}

interface MovingShipmentRow {
  readonly id: string;
  readonly status: string;
  /** JSON text */
  readonly details: string;
  readonly event_type: string | null;
  readonly city: string | null;
  readonly event_at: string | null;
}

interface ListMovingShipments {
  /** Only numbers that begin with it: what a user made is left alone. */
  readonly numberPrefix: string;
  readonly limit: number;
}

/** The shipments that have stood still longest. */
export async function listMovingShipments(
  db: Queryable,
  tenantId: string,
  { numberPrefix, limit }: ListMovingShipments,
): Promise<readonly MovingShipment[]> {
  const { rows } = await db.query<MovingShipmentRow>({
    text: `
      select shipments.id, shipments.status, shipments.details, last.event_type, last.city, last.event_at
      from write.shipments as shipments
      left join lateral (
        select facts.event_type, facts.city, facts.event_at
        from write.shipment_facts as facts
        where facts.shipment_id = shipments.id
          and facts.voided_at is null
        order by facts.event_at desc, facts.recorded_version desc
        limit 1
      ) as last on true
      where shipments.tenant_id = $1
        and shipments.status not in ('delivered', 'returned', 'cancelled')
        and starts_with(shipments.shipment_number, $2)
      order by shipments.updated_at
      limit $3`,
    values: [tenantId, numberPrefix, limit],
  });
  return rows.map(toMovingShipment);
}

interface CountRow {
  readonly total: number;
  readonly moving: number;
}

/** How many demo shipments there are, and how many of them still move. */
export async function countDemoShipments(
  db: Queryable,
  tenantId: string,
  { numberPrefix }: { readonly numberPrefix: string },
): Promise<CountRow> {
  const { rows } = await db.query<CountRow>({
    text: `
      select count(*) as total,
        count(*) filter (where shipments.status not in ('delivered', 'returned', 'cancelled')) as moving
      from write.shipments as shipments
      where shipments.tenant_id = $1
        and starts_with(shipments.shipment_number, $2)`,
    values: [tenantId, numberPrefix],
  });
  return rows[0] ?? { total: 0, moving: 0 };
}

function toMovingShipment(row: MovingShipmentRow): MovingShipment {
  const { event_type: eventType, city, event_at: eventAt } = row;
  return {
    // the command side checked all of these when it wrote them
    shipmentId: row.id as ShipmentId,
    status: row.status as ShipmentStatus,
    details: JSON.parse(row.details) as ShipmentDetails,
    last:
      eventType === null || city === null || eventAt === null
        ? null
        : { eventType: eventType as TrackingEventType, city, eventAt },
  };
}
