import { customerStatuses, invoiceStatuses, type TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { readPage, type ListArgs, type ListDefinition, type ListPage } from "./list-page.ts";
import { batchTexts, keyedTexts, type ListSource, singleTexts } from "./list-texts.ts";

/** Specification 4.3: a page of the tenant's customers, newest first, as finished JSON. */
export function listCustomers(
  db: Queryable,
  tenantId: TenantId,
  args: ListArgs,
): Promise<ListPage> {
  return readPage(db, customerList, { ...args, tenantId });
}

/** Specification 4.3: a page of the tenant's invoices, newest first, as finished JSON. */
export function listInvoices(db: Queryable, tenantId: TenantId, args: ListArgs): Promise<ListPage> {
  return readPage(db, invoiceList, { ...args, tenantId });
}

const customers: ListSource = {
  table: "customers",
  counts: "customer_counts",
  columns: ["doc"],
  item: "page.doc",
};

// Nothing is written when a day ends: the text stored says false, and the day decides (UTC, whatever the connection's time zone). Within a
// JSON string every quote is escaped, so the sought text can only be the key with its value.
const invoices: ListSource = {
  table: "invoices",
  counts: "invoice_counts",
  columns: ["overdue_after", "doc"],
  item: `case
      when page.overdue_after < (now() at time zone 'utc')::date
      then replace(page.doc, '"overdue":false', '"overdue":true')
      else page.doc
    end`,
};

export const customerList: ListDefinition = {
  name: "list_customers",
  statuses: customerStatuses,
  single: singleTexts(customers),
  batch: batchTexts(customers),
  keyed: keyedTexts(customers),
};

export const invoiceList: ListDefinition = {
  name: "list_invoices",
  statuses: invoiceStatuses,
  single: singleTexts(invoices),
  batch: batchTexts(invoices),
  keyed: keyedTexts(invoices),
};
