import { shipmentStatuses, type TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { readPage, type ListArgs, type ListPage } from "./list-page.ts";

/** Specification 4.1: a page of the tenant's shipments, newest first, as finished JSON. */
export function listShipments(
  db: Queryable,
  tenantId: TenantId,
  args: ListArgs,
): Promise<ListPage> {
  return readPage(db, listShipmentsTexts, { tenantId, args, statuses: shipmentStatuses });
}

// The counter is read once and first: with an offset beyond the end the page is not scanned at all ("one-time filter").
// The counter and the rows come from one snapshot, so the page and hasNext agree.
const listShipmentsText = (ofStatus: boolean): string => `
with counted as materialized (
  select coalesce(sum(shipment_counts.n), 0)::bigint as n
  from read.shipment_counts
  where shipment_counts.tenant_id = $1
  ${ofStatus ? "and shipment_counts.status = $4" : ""}
),
page as (
  select shipments.created_at, shipments.id, shipments.doc
  from read.shipments
  where shipments.tenant_id = $1
  ${ofStatus ? "and shipments.status = $4" : ""}
  and (select counted.n from counted) > $3::bigint
  order by shipments.created_at desc, shipments.id desc
  limit $2::bigint
  offset $3::bigint
)
select
  '[' || coalesce(string_agg(page.doc, ',' order by page.created_at desc, page.id desc), '') || ']' as json,
  (select counted.n from counted) - $3::bigint > $2::bigint as has_next
from page`;

export const listShipmentsTexts = {
  all: listShipmentsText(false),
  ofStatus: listShipmentsText(true),
} as const;
