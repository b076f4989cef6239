import { customerStatuses, invoiceStatuses } from "@shipment-tracking/contracts";
import type { TenantId } from "@shipment-tracking/domain";
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

// no counters here: one row more than the page tells whether another page follows
const listText = (table: "customers" | "invoices", ofStatus: boolean): string => `
with page as (
  select
    ${table}.created_at,
    ${table}.id,
    ${table}.doc,
    row_number() over (order by ${table}.created_at desc, ${table}.id desc) as place
  from read.${table}
  where ${table}.tenant_id = $1
  ${ofStatus ? `and ${table}.status = $4` : ""}
  order by ${table}.created_at desc, ${table}.id desc
  limit $2::bigint + 1
  offset $3::bigint
)
select
  '[' || coalesce(
    string_agg(page.doc, ',' order by page.created_at desc, page.id desc)
      filter (where page.place <= $3::bigint + $2::bigint),
    ''
  ) || ']' as json,
  count(*) > $2::bigint as has_next
from page`;

const listCustomersTexts: ListTexts = {
  all: listText("customers", false),
  ofStatus: listText("customers", true),
};

const listInvoicesTexts: ListTexts = {
  all: listText("invoices", false),
  ofStatus: listText("invoices", true),
};
