import type { CustomerDetails, CustomerState, Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

export interface CustomerRow {
  readonly id: string;
  readonly version: number;
  readonly details: string;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export function customerOf(row: CustomerRow): CustomerState {
  return {
    customerId: row.id,
    version: row.version,
    // written by this service from the same type
    details: JSON.parse(row.details) as CustomerDetails,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Null when the tenant has no such customer. */
export async function findCustomer(
  db: Queryable,
  tenantId: TenantId,
  customerId: string,
): Promise<CustomerState | null> {
  const { rows } = await db.query<CustomerRow>({
    name: "find_customer",
    text: `
      select customers.id, customers.version, customers.details, customers.created_at, customers.updated_at
      from write.customers
      where customers.tenant_id = $1
        and customers.id = $2`,
    values: [tenantId, customerId],
  });
  return rows[0] === undefined ? null : customerOf(rows[0]);
}

/** The same, locked until the transaction ends. */
export async function lockCustomer(
  tx: Queryable,
  tenantId: TenantId,
  customerId: string,
): Promise<CustomerState | null> {
  const { rows } = await tx.query<CustomerRow>({
    name: "lock_customer",
    text: `
      select customers.id, customers.version, customers.details, customers.created_at, customers.updated_at
      from write.customers
      where customers.tenant_id = $1
        and customers.id = $2
      for no key update`,
    values: [tenantId, customerId],
  });
  return rows[0] === undefined ? null : customerOf(rows[0]);
}

/** Which customers of the tenant bear these numbers. */
export async function findCustomersByNumber(
  db: Queryable,
  tenantId: TenantId,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ readonly customer_number: string; readonly id: string }>({
    name: "find_customers_by_number",
    text: `
      select customers.customer_number, customers.id
      from write.customers
      where customers.tenant_id = $1
        and customers.customer_number = any($2::text[])`,
    values: [tenantId, numbers],
  });
  return new Map(rows.map((row) => [row.customer_number, row.id]));
}

/** False when the number (or the id) is taken; nothing is written then. */
export async function insertCustomer(
  tx: Queryable,
  tenantId: TenantId,
  { customerId, version, details, createdAt }: CustomerState,
): Promise<boolean> {
  const { rows } = await tx.query({
    name: "insert_customer",
    text: `
      insert into write.customers (id, tenant_id, version, customer_number, name, status, details, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
      on conflict do nothing
      returning customers.id`,
    values: [
      customerId,
      tenantId,
      version,
      details.customerNumber,
      details.name,
      details.status,
      JSON.stringify(details),
      createdAt,
    ],
  });
  return rows.length > 0;
}

/** Writes the new state of a customer that this transaction has locked. */
export async function updateCustomer(
  tx: Queryable,
  tenantId: TenantId,
  { customerId, version, details, updatedAt }: CustomerState,
): Promise<void> {
  await tx.query({
    name: "update_customer",
    text: `
      update write.customers
      set version = $3,
        customer_number = $4,
        name = $5,
        status = $6,
        details = $7,
        updated_at = $8
      where customers.tenant_id = $1
        and customers.id = $2`,
    values: [
      tenantId,
      customerId,
      version,
      details.customerNumber,
      details.name,
      details.status,
      JSON.stringify(details),
      updatedAt,
    ],
  });
}
