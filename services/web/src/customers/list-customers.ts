import type { CustomerState, Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { customerOf, type CustomerRow } from "./customer-rows.ts";

export interface CustomerPage {
  readonly limit: number;
  /** Only customers after this one in the list's order. */
  readonly after: { readonly createdAt: Instant; readonly id: string } | null;
  readonly status: string | null;
  /** Pattern of `ilike`, found in number, name, contact, e-mail address or external reference. */
  readonly pattern: string | null;
}

/** The tenant's customers, newest first (`createdAt`, then `id`, both descending). */
export async function listCustomers(
  db: Queryable,
  tenantId: TenantId,
  { limit, after, status, pattern }: CustomerPage,
): Promise<readonly CustomerState[]> {
  const { rows } = await db.query<CustomerRow>({
    text: `
      select customers.id, customers.version, customers.details, customers.created_at, customers.updated_at
      from write.customers
      where customers.tenant_id = $1
        and ($2::timestamptz is null or (customers.created_at, customers.id) < ($2::timestamptz, $3::uuid))
        and ($4::text is null or customers.status = $4)
        and (
          $5::text is null
          or customers.customer_number ilike $5
          or customers.name ilike $5
          or customers.details ->> 'contactName' ilike $5
          or customers.details ->> 'email' ilike $5
          or customers.details ->> 'externalReference' ilike $5
        )
      order by customers.created_at desc, customers.id desc
      limit $6`,
    values: [tenantId, after?.createdAt ?? null, after?.id ?? null, status, pattern, limit],
  });
  return rows.map(customerOf);
}
