import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { CustomerNames } from "./customer-names.ts";

/** More than this are not looked through while somebody types: those named last are left out. */
const mostNames = 50_000;

/** Names of the tenant's customers and of their contacts. */
export async function readCustomerNames(
  db: Queryable,
  tenantId: TenantId,
): Promise<readonly CustomerNames[]> {
  const { rows } = await db.query<CustomerNames>({
    name: "read_customer_names",
    text: `
      select customers.name, customers.details ->> 'contactName' as "contactName"
      from write.customers
      where customers.tenant_id = $1
      limit $2`,
    values: [tenantId, mostNames],
  });
  return rows;
}
