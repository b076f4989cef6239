import type { ShipmentId, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** Specification 4.2: the finished JSON of one shipment with its timeline; null when the tenant has no such shipment. */
export async function getShipment(
  db: Queryable,
  tenantId: TenantId,
  shipmentId: ShipmentId,
): Promise<string | null> {
  const { rows } = await db.query<{ doc: string }>({
    name: "get_shipment",
    text: getShipmentText,
    values: [tenantId, shipmentId],
  });
  return rows[0]?.doc ?? null;
}

const getShipmentText = `
select shipment_timelines.doc
from read.shipment_timelines
where shipment_timelines.tenant_id = $1
and shipment_timelines.shipment_id = $2`;
