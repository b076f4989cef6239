import type { Rejection, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { findCustomer } from "./customer-rows.ts";

/** The refusal of a body that names a customer the tenant does not have, be it another tenant's; null when there is nothing to refuse. */
export async function unknownCustomer(
  db: Queryable,
  tenantId: TenantId,
  customerId: string | null | undefined,
): Promise<Rejection | null> {
  if (customerId === null || customerId === undefined) return null;
  return (await findCustomer(db, tenantId, customerId)) === null ? noSuchCustomer : null;
}

/** 404 like every id of another tenant, and the same for an id that nobody has. */
export const noSuchCustomer: Rejection = {
  kind: "not_found",
  field: "customerId",
  reason: "There is no such customer.",
};
