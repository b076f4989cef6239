import type { ShipmentId, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { type NumberSeries, takeNumbers } from "./take-numbers.ts";

const shipmentNumbers: NumberSeries = {
  counter: "shipment_number",
  prefix: "SHP",
  findTaken: findShipmentsByNumber,
};

/** The tenant's next free shipment numbers (`SHP-000001`…); see `takeNumbers` for the order of locks. */
export async function takeShipmentNumbers(
  tx: Queryable,
  tenantId: TenantId,
  count: number,
): Promise<readonly string[]> {
  return takeNumbers(tx, tenantId, { series: shipmentNumbers, count });
}

/** Which shipments of the tenant bear these numbers. */
export async function findShipmentsByNumber(
  db: Queryable,
  tenantId: TenantId,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ShipmentId>> {
  const { rows } = await db.query<{ readonly shipment_number: string; readonly id: ShipmentId }>({
    name: "find_shipments_by_number",
    text: `
      select shipments.shipment_number, shipments.id
      from write.shipments
      where shipments.tenant_id = $1
        and shipments.shipment_number = any($2::text[])`,
    values: [tenantId, numbers],
  });
  return new Map(rows.map((row) => [row.shipment_number, row.id]));
}
