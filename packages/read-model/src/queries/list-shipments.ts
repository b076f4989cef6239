import { shipmentStatuses, type TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { readPage, type ListArgs, type ListDefinition, type ListPage } from "./list-page.ts";
import { deepShipmentTexts } from "./deep-texts.ts";
import { batchTexts, keyedTexts, type ListSource, singleTexts } from "./list-texts.ts";

/** Specification 4.1: a page of the tenant's shipments, newest first, as finished JSON. */
export function listShipments(
  db: Queryable,
  tenantId: TenantId,
  args: ListArgs,
): Promise<ListPage> {
  return readPage(db, shipmentList, { ...args, tenantId });
}

const source: ListSource = {
  table: "shipments",
  counts: "shipment_counts",
  columns: ["doc"],
  item: "page.doc",
};

export const shipmentList = {
  name: "list_shipments",
  statuses: shipmentStatuses,
  single: singleTexts(source),
  batch: batchTexts(source),
  keyed: keyedTexts(source),
  deep: deepShipmentTexts,
} satisfies ListDefinition;
