import type { Queryable } from "@shipment-tracking/postgres";

/** What is there of a demo tenant: a start that was killed half-way goes on with the rest. */
export interface DemoState {
  readonly tenant: boolean;
  readonly emails: ReadonlySet<string>;
  readonly apiKey: boolean;
  readonly shipmentIds: ReadonlySet<string>;
  readonly sharedIds: ReadonlySet<string>;
  readonly customerIds: ReadonlySet<string>;
  readonly invoiceIds: ReadonlySet<string>;
}

interface DemoStateRow {
  readonly tenant: boolean;
  readonly emails: readonly string[];
  readonly api_key: boolean;
  readonly shipment_ids: readonly string[];
  readonly shared_ids: readonly string[];
  readonly customer_ids: readonly string[];
  readonly invoice_ids: readonly string[];
}

interface FindDemoState {
  /** 64 hex digits */
  readonly apiKeyHash: string;
  readonly shipmentIds: readonly string[];
  readonly customerIds: readonly string[];
  readonly invoiceIds: readonly string[];
}

export async function findDemoState(
  db: Queryable,
  tenantId: string,
  { apiKeyHash, shipmentIds, customerIds, invoiceIds }: FindDemoState,
): Promise<DemoState> {
  const { rows } = await db.query<DemoStateRow>({
    text: `
      select
        exists (select from write.tenants where tenants.id = $1) as tenant,
        array(select users.email from write.users where users.tenant_id = $1) as emails,
        exists (
          select
          from write.api_keys
          where api_keys.tenant_id = $1
            and api_keys.key_hash = decode($2, 'hex')
        ) as api_key,
        array(
          select shipments.id
          from write.shipments
          where shipments.tenant_id = $1
            and shipments.id = any ($3::uuid[])
        )::text[] as shipment_ids,
        array(
          select tracking_tokens.shipment_id
          from write.tracking_tokens
          where tracking_tokens.shipment_id = any ($3::uuid[])
        )::text[] as shared_ids,
        array(
          select customers.id
          from write.customers
          where customers.tenant_id = $1
            and customers.id = any ($4::uuid[])
        )::text[] as customer_ids,
        array(
          select invoices.id
          from write.invoices
          where invoices.tenant_id = $1
            and invoices.id = any ($5::uuid[])
        )::text[] as invoice_ids`,
    values: [tenantId, apiKeyHash, shipmentIds, customerIds, invoiceIds],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("A query without from returned no row");
  return {
    tenant: row.tenant,
    emails: new Set(row.emails),
    apiKey: row.api_key,
    shipmentIds: new Set(row.shipment_ids),
    sharedIds: new Set(row.shared_ids),
    customerIds: new Set(row.customer_ids),
    invoiceIds: new Set(row.invoice_ids),
  };
}

/** Whether somebody works with this database already. */
export async function hasTenants(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ present: boolean }>({
    text: "select exists (select from write.tenants) as present",
  });
  return rows[0]?.present === true;
}
