import type { Queryable } from "@shipment-tracking/postgres";
import type { CustomerRow } from "../project/project-billing.ts";
import { joinTexts } from "./joined-texts.ts";
import type { StreamKey } from "./stream-key.ts";

/** The rows of the customers that exist, by customer id. */
export async function loadCustomers(
  db: Queryable,
  keys: readonly StreamKey[],
): Promise<ReadonlyMap<string, CustomerRow>> {
  const { rows } = await db.query<CustomerRow>({
    name: "load_customers",
    text: loadCustomersText,
    values: [keys.map((key) => key.tenantId), keys.map((key) => key.streamId)],
  });
  return new Map(rows.map((row) => [row.customerId, row]));
}

export async function saveCustomers(db: Queryable, rows: readonly CustomerRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { rowCount } = await db.query({
    name: "save_customers",
    text: saveCustomersText,
    values: [
      rows.map((row) => row.tenantId),
      rows.map((row) => row.customerId),
      rows.map((row) => row.createdAt),
      rows.map((row) => row.status),
      rows.map((row) => row.version),
      joinTexts(rows.map((row) => row.doc)),
    ],
  });
  if (rowCount !== rows.length) throw new Error("A read row is newer than the position says");
}

const loadCustomersText = `
select
  customers.tenant_id as "tenantId",
  customers.id as "customerId",
  customers.version,
  customers.status,
  customers.created_at as "createdAt",
  customers.doc
from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, id)
join read.customers on customers.tenant_id = wanted.tenant_id and customers.id = wanted.id`;

const saveCustomersText = `
insert into read.customers (tenant_id, id, created_at, status, version, doc)
select customer.tenant_id, customer.id, customer.created_at, customer.status, customer.version, customer.doc
from unnest(
  $1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::integer[], string_to_array($6, chr(31))
) as customer (tenant_id, id, created_at, status, version, doc)
on conflict (tenant_id, id) do update
set status = excluded.status, version = excluded.version, doc = excluded.doc
where excluded.version > customers.version`;
