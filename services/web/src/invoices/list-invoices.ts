import type { Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { invoiceOf, type InvoiceRow, type StoredInvoice } from "./invoice-rows.ts";

export interface InvoicePage {
  readonly limit: number;
  /** Only invoices after this one in the list's order. */
  readonly after: { readonly createdAt: Instant; readonly id: string } | null;
  readonly status: string | null;
  readonly customerId: string | null;
  readonly shipmentId: string | null;
  /** `YYYY-MM-DD`: only invoices that are overdue on this day; null: all. */
  readonly overdueOn: string | null;
  /** Pattern of `ilike`, found in the numbers of invoice and shipment or the customer's name. */
  readonly pattern: string | null;
}

/** The tenant's invoices, newest first (`createdAt`, then `id`, both descending). */
export async function listInvoices(
  db: Queryable,
  tenantId: TenantId,
  page: InvoicePage,
): Promise<readonly StoredInvoice[]> {
  const { rows } = await db.query<InvoiceRow>({
    text: `
      select invoices.id, invoices.version, invoices.state
      from write.invoices
      where invoices.tenant_id = $1
        and ($2::timestamptz is null or (invoices.created_at, invoices.id) < ($2::timestamptz, $3::uuid))
        and ($4::text is null or invoices.status = $4)
        and ($5::uuid is null or invoices.customer_id = $5)
        and ($6::uuid is null or invoices.shipment_id = $6)
        and (
          $7::date is null
          or (invoices.status in ('issued', 'partially_paid') and invoices.balance_minor > 0 and invoices.due_date < $7)
        )
        and (
          $8::text is null
          or invoices.invoice_number ilike $8
          or invoices.state ->> 'customerName' ilike $8
          or invoices.state ->> 'shipmentNumber' ilike $8
        )
      order by invoices.created_at desc, invoices.id desc
      limit $9`,
    values: [
      tenantId,
      page.after?.createdAt ?? null,
      page.after?.id ?? null,
      page.status,
      page.customerId,
      page.shipmentId,
      page.overdueOn,
      page.pattern,
      page.limit,
    ],
  });
  return rows.map(invoiceOf);
}
