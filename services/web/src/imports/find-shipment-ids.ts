import type { ShipmentId, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

interface Row {
  readonly shipment_number: string;
  readonly id: ShipmentId;
}

/** The tenant's shipments by their numbers; unknown numbers are absent. */
export async function findShipmentIds(
  db: Queryable,
  tenantId: TenantId,
  shipmentNumbers: readonly string[],
): Promise<ReadonlyMap<string, ShipmentId>> {
  const { rows } = await db.query<Row>({
    name: "find_shipment_ids",
    text: `
      select shipments.shipment_number, shipments.id
      from write.shipments
      where shipments.tenant_id = $1
        and shipments.shipment_number = any($2::text[])`,
    values: [tenantId, shipmentNumbers],
  });
  return new Map(rows.map((row) => [row.shipment_number, row.id]));
}
