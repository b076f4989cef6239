import type { InvoiceSnapshot, InvoiceState, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** An invoice without its payments. */
export type StoredInvoice = Omit<InvoiceState, "payments">;

export interface InvoiceRow {
  readonly id: string;
  readonly version: number;
  readonly state: string;
}

export function invoiceOf(row: InvoiceRow): StoredInvoice {
  // written by this service from the same type
  const invoice = JSON.parse(row.state) as InvoiceSnapshot;
  return { invoiceId: row.id, version: row.version, invoice };
}

/** Null when the tenant has no such invoice. */
export async function findInvoice(
  db: Queryable,
  tenantId: TenantId,
  invoiceId: string,
): Promise<StoredInvoice | null> {
  const { rows } = await db.query<InvoiceRow>({
    name: "find_invoice",
    text: `
      select invoices.id, invoices.version, invoices.state
      from write.invoices
      where invoices.tenant_id = $1
        and invoices.id = $2`,
    values: [tenantId, invoiceId],
  });
  return rows[0] === undefined ? null : invoiceOf(rows[0]);
}

/** The same, locked until the transaction ends. */
export async function lockInvoice(
  tx: Queryable,
  tenantId: TenantId,
  invoiceId: string,
): Promise<StoredInvoice | null> {
  const { rows } = await tx.query<InvoiceRow>({
    name: "lock_invoice",
    text: `
      select invoices.id, invoices.version, invoices.state
      from write.invoices
      where invoices.tenant_id = $1
        and invoices.id = $2
      for update`,
    values: [tenantId, invoiceId],
  });
  return rows[0] === undefined ? null : invoiceOf(rows[0]);
}

/** Which invoices of the tenant bear these numbers. */
export async function findInvoicesByNumber(
  db: Queryable,
  tenantId: TenantId,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ readonly invoice_number: string; readonly id: string }>({
    name: "find_invoices_by_number",
    text: `
      select invoices.invoice_number, invoices.id
      from write.invoices
      where invoices.tenant_id = $1
        and invoices.invoice_number = any($2::text[])`,
    values: [tenantId, numbers],
  });
  return new Map(rows.map((row) => [row.invoice_number, row.id]));
}

/** False when the number (or the id) is taken; nothing is written then. */
export async function insertInvoice(
  tx: Queryable,
  tenantId: TenantId,
  state: InvoiceState,
): Promise<boolean> {
  const { rows } = await tx.query({
    name: "insert_invoice",
    text: `
      insert into write.invoices (
        tenant_id, id, version, customer_id, shipment_id, invoice_number, status, balance_minor, due_date, state, updated_at, created_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict do nothing
      returning invoices.id`,
    values: [tenantId, ...columns(state), state.invoice.createdAt],
  });
  return rows.length > 0;
}

/** Writes the new state of an invoice that this transaction has locked. */
export async function updateInvoice(
  tx: Queryable,
  tenantId: TenantId,
  state: InvoiceState,
): Promise<void> {
  await tx.query({
    name: "update_invoice",
    text: `
      update write.invoices
      set version = $3,
        customer_id = $4,
        shipment_id = $5,
        invoice_number = $6,
        status = $7,
        balance_minor = $8,
        due_date = $9,
        state = $10,
        updated_at = $11
      where invoices.tenant_id = $1
        and invoices.id = $2`,
    values: [tenantId, ...columns(state)],
  });
}

export async function deleteInvoice(
  tx: Queryable,
  tenantId: TenantId,
  invoiceId: string,
): Promise<void> {
  await tx.query({
    name: "delete_invoice",
    text: `
      delete from write.invoices
      where invoices.tenant_id = $1
        and invoices.id = $2`,
    values: [tenantId, invoiceId],
  });
}

/** What both writing statements take from $2 on. */
function columns({ invoiceId, version, invoice }: InvoiceState): readonly unknown[] {
  return [
    invoiceId,
    version,
    invoice.customerId,
    invoice.shipmentId,
    invoice.invoiceNumber,
    invoice.status,
    invoice.balanceMinor,
    invoice.dueDate,
    JSON.stringify(invoice),
    invoice.updatedAt,
  ];
}
