import type { ShipmentId, ShipmentStatus, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** A piece of one part of the log: positions above `after`, up to `upTo`. */
export interface LogRange {
  readonly part: number;
  readonly after: number;
  readonly upTo: number;
}

interface Change {
  readonly tenantId: TenantId;
  /** Type of the event, for example `shipment.cancelled`. */
  readonly kind: string;
  readonly part: number;
  readonly pos: number;
}

/** What happened to a shipment, with its state by now: that may be newer than the event. */
export interface ShipmentChange extends Change {
  readonly id: ShipmentId;
  readonly shipmentNumber: string;
  readonly status: ShipmentStatus;
  readonly version: number;
}

/** What happened to a customer, an invoice, an API key or the company itself. */
interface OtherChange extends Change {
  readonly id: string;
  readonly shipmentNumber: null;
}

export type LogChange = ShipmentChange | OtherChange;

export function isShipmentChange(change: LogChange): change is ShipmentChange {
  return change.shipmentNumber !== null;
}

/** The events of these tenants in the ranges, by position in each part. */
export async function readChanges(
  db: Queryable,
  tenantIds: readonly TenantId[],
  ranges: readonly LogRange[],
): Promise<readonly LogChange[]> {
  const { rows } = await db.query<LogChange>({
    name: "read_changes",
    text: `
      select events.tenant_id as "tenantId", events.stream_id as id, shipments.shipment_number as "shipmentNumber", shipments.status,
        shipments.version, events.type as kind, events.part, events.pos
      from unnest($1::smallint[], $2::bigint[], $3::bigint[]) as wanted (part, after_pos, up_to_pos)
      cross join lateral (
        select event_log.part, event_log.pos, event_log.tenant_id, event_log.stream_id, event_log.type
        from write.event_log
        where event_log.part = wanted.part
          and event_log.pos > wanted.after_pos
          and event_log.pos <= wanted.up_to_pos
          and event_log.tenant_id = any($4::uuid[])
      ) as events
      left join write.shipments
        on shipments.id = events.stream_id
        and shipments.tenant_id = events.tenant_id
      order by events.part, events.pos`,
    values: [
      ranges.map((range) => range.part),
      ranges.map((range) => range.after),
      ranges.map((range) => range.upTo),
      tenantIds,
    ],
  });
  return rows;
}
