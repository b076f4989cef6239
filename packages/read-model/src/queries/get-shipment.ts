import type { ShipmentId, TenantId } from "@shipment-tracking/domain";
import type { Queryable, RowText } from "@shipment-tracking/postgres";
import { type Stamp, stampColumns, stampOf, type StampRow } from "./stamp.ts";

export interface ShipmentAnswer {
  /** The finished JSON of one shipment with its timeline. */
  readonly json: RowText;
  /** What it shows; null for a tenant that the read tables do not know. */
  readonly stamp: Stamp | null;
}

/** Specification 4.2: one shipment with its timeline; null when the tenant has no such shipment. */
export async function getShipment(
  db: Queryable,
  tenantId: TenantId,
  shipmentId: ShipmentId,
): Promise<ShipmentAnswer | null> {
  const { rows } = await db.query<StampRow & { readonly doc: RowText }>({
    name: "get_shipment",
    text: getShipmentText,
    values: [tenantId, shipmentId],
  });
  const [row] = rows;
  return row === undefined ? null : { json: row.doc, stamp: stampOf(row) };
}

export const getShipmentText = `
select shipment_timelines.doc,${stampColumns}
from read.shipment_timelines
left join read.tenants on tenants.tenant_id = shipment_timelines.tenant_id
where shipment_timelines.tenant_id = $1
and shipment_timelines.shipment_id = $2`;
