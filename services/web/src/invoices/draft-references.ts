import type { CustomerState, InvoiceDraft, Rejection, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { findCustomer } from "../customers/customer-rows.ts";
import { noSuchCustomer } from "../customers/unknown-customer.ts";

export type Found<Value> =
  | { readonly outcome: "found"; readonly value: Value }
  | { readonly outcome: "rejected"; readonly rejection: Rejection };

/** The customer that a draft names, of the same tenant. */
export async function customerOfDraft(
  db: Queryable,
  tenantId: TenantId,
  customerId: string,
): Promise<Found<CustomerState>> {
  const customer = await findCustomer(db, tenantId, customerId);
  return customer === null
    ? { outcome: "rejected", rejection: noSuchCustomer }
    : { outcome: "found", value: customer };
}

/** The shipment that a draft names, of the same tenant; null for a draft without one. */
export async function shipmentOfDraft(
  db: Queryable,
  tenantId: TenantId,
  shipmentId: string | null,
): Promise<Found<InvoiceDraft["shipment"]>> {
  if (shipmentId === null) return { outcome: "found", value: null };
  const { rows } = await db.query<{ readonly shipment_number: string }>({
    name: "find_shipment_number",
    text: `
      select shipments.shipment_number
      from write.shipments
      where shipments.tenant_id = $1
        and shipments.id = $2`,
    values: [tenantId, shipmentId],
  });
  const shipmentNumber = rows[0]?.shipment_number;
  return shipmentNumber === undefined
    ? { outcome: "rejected", rejection: noSuchShipment }
    : { outcome: "found", value: { shipmentId, shipmentNumber } };
}

const noSuchShipment: Rejection = {
  kind: "not_found",
  field: "shipmentId",
  reason: "There is no such shipment.",
};
