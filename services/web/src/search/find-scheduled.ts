import { type Instant, type ShipmentId, shipmentStatuses } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import {
  boundary,
  listed,
  probe,
  type ShipmentFilter,
  type ShipmentKey,
} from "./find-shipments.ts";

/** From the first instant on, before the second. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

// as the indexes shipments_by_pickup and shipments_by_delivery have them, behind the status
const pickupAt = `((shipments.details ->> 'pickupScheduledAt') collate "C")`;
const deliveryAt = `((shipments.details ->> 'deliveryScheduledAt') collate "C")`;

/** True in SQL where a pickup or a delivery is scheduled within the span of `$n` and `$n+1`. */
export function isScheduledWithin(from: string, to: string): string {
  const within = (at: string) =>
    `(shipments.status in (${listed(shipmentStatuses)}) and ${at} >= ${from} and ${at} < ${to})`;
  return `(${within(pickupAt)} or ${within(deliveryAt)})`;
}

/**
 * The tenant's shipments with a pickup or a delivery scheduled within the span, newest first. All of the span are collected by their indexes: a
 * span is a day or a week, not a year.
 */
export async function findScheduled(
  db: Queryable,
  filter: Omit<ShipmentFilter, "late" | "now">,
  { from, to }: Span,
): Promise<readonly ShipmentKey[]> {
  const { rows } = await db.query<{ readonly id: ShipmentId; readonly created_at: Instant }>({
    text: `
      with found as materialized (
        select shipments.id, shipments.created_at
        from write.shipments
        ${probe(filter.text, "shipments.id", "$7")}
        where shipments.tenant_id = $1
          and (shipments.created_at, shipments.id) < ($2, $3)
          and ${isScheduledWithin("$4", "$5")}
          and ($6::text[] is null or shipments.status = any ($6))
          ${filter.text === null ? "and $7::text is null" : ""}
      )
      select found.id, found.created_at
      from found
      order by found.created_at desc, found.id desc
      limit $8`,
    values: [...boundary(filter), from, to, filter.statuses, filter.text, filter.limit],
  });
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at }));
}
