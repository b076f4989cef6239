import type { Instant, ShipmentDetails, ShipmentId, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** A shipment's row as its commands need it, locked until the transaction ends. */
export interface LockedShipment {
  readonly id: ShipmentId;
  readonly version: number;
  readonly cancelled: boolean;
  readonly details: ShipmentDetails;
  readonly createdAt: Instant;
}

interface Row {
  readonly id: ShipmentId;
  readonly version: number;
  readonly cancelled: boolean;
  readonly details: string;
  readonly created_at: Instant;
}

/** Locks the tenant's shipments among `ids`, in the order of their ids (unsorted, two batches would deadlock). Others are absent. */
export async function lockShipments(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly ShipmentId[],
): Promise<readonly LockedShipment[]> {
  const { rows } = await db.query<Row>({
    name: "lock_shipments",
    text: `
      select shipments.id, shipments.version, shipments.cancelled, shipments.details, shipments.created_at
      from write.shipments
      where shipments.tenant_id = $1
        and shipments.id = any($2::uuid[])
      order by shipments.id
      for update`,
    values: [tenantId, ids],
  });
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    cancelled: row.cancelled,
    // written by this service from the same type
    details: JSON.parse(row.details) as ShipmentDetails,
    createdAt: row.created_at,
  }));
}
