import { customerStatuses, invoiceStatuses, type TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { readPage, type ListArgs, type ListPage, type ListTexts } from "./list-page.ts";

/** Specification 4.3: a page of the tenant's customers, newest first, as finished JSON. */
export function listCustomers(
  db: Queryable,
  tenantId: TenantId,
  args: ListArgs,
): Promise<ListPage> {
  return readPage(db, listCustomersTexts, { tenantId, args, statuses: customerStatuses });
}

/** Specification 4.3: a page of the tenant's invoices, newest first, as finished JSON. */
export function listInvoices(db: Queryable, tenantId: TenantId, args: ListArgs): Promise<ListPage> {
  return readPage(db, listInvoicesTexts, { tenantId, args, statuses: invoiceStatuses });
}

interface BillingList {
  readonly table: "customers" | "invoices";
  readonly counts: "customer_counts" | "invoice_counts";
  /** Columns that `item` needs. */
  readonly columns: readonly string[];
  /** An item's text; an expression over the page, so that it is computed for the rows shown and not for those skipped. */
  readonly item: string;
}

// The counter is read once and first, as for shipments: an offset beyond the end is answered without touching the rows.
const listText = ({ table, counts, columns, item }: BillingList, ofStatus: boolean): string => `
with counted as materialized (
  select coalesce(sum(${counts}.n), 0)::bigint as n
  from read.${counts}
  where ${counts}.tenant_id = $1
  ${ofStatus ? `and ${counts}.status = $4` : ""}
),
page as (
  select ${["created_at", "id", ...columns].map((column) => `${table}.${column}`).join(", ")}
  from read.${table}
  where ${table}.tenant_id = $1
  ${ofStatus ? `and ${table}.status = $4` : ""}
  and (select counted.n from counted) > $3::bigint
  order by ${table}.created_at desc, ${table}.id desc
  limit $2::bigint
  offset $3::bigint
)
select
  '[' || coalesce(string_agg(${item}, ',' order by page.created_at desc, page.id desc), '') || ']' as json,
  (select counted.n from counted) - $3::bigint > $2::bigint as has_next
from page`;

const listTexts = (list: BillingList): ListTexts => ({
  all: listText(list, false),
  ofStatus: listText(list, true),
});

export const listCustomersTexts = listTexts({
  table: "customers",
  counts: "customer_counts",
  columns: ["doc"],
  item: "page.doc",
});

// Nothing is written when a day ends: the text stored says false, and the day decides (UTC, whatever the connection's time zone). Within a
// JSON string every quote is escaped, so the sought text can only be the key with its value.
export const listInvoicesTexts = listTexts({
  table: "invoices",
  counts: "invoice_counts",
  columns: ["overdue_after", "doc"],
  item: `case
    when page.overdue_after < (now() at time zone 'utc')::date
    then replace(page.doc, '"overdue":false', '"overdue":true')
    else page.doc
  end`,
});
