import type { Queryable } from "@shipment-tracking/postgres";
import type { InvoiceRow } from "../project/project-billing.ts";
import { joinTexts } from "./joined-texts.ts";
import type { StreamKey } from "./stream-key.ts";

/** The rows of the invoices that exist, by invoice id. */
export async function loadInvoices(
  db: Queryable,
  keys: readonly StreamKey[],
): Promise<ReadonlyMap<string, InvoiceRow>> {
  const { rows } = await db.query<InvoiceRow>({
    name: "load_invoices",
    text: loadInvoicesText,
    values: [keys.map((key) => key.tenantId), keys.map((key) => key.streamId)],
  });
  return new Map(rows.map((row) => [row.invoiceId, row]));
}

export async function saveInvoices(db: Queryable, rows: readonly InvoiceRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { rowCount } = await db.query({
    name: "save_invoices",
    text: saveInvoicesText,
    values: [
      ...keysOf(rows),
      rows.map((row) => row.createdAt),
      rows.map((row) => row.status),
      rows.map((row) => row.version),
      rows.map((row) => row.overdueAfter),
      joinTexts(rows.map((row) => row.doc)),
    ],
  });
  checkGuard(rowCount, rows);
}

/** Removes rows that exist. */
export async function deleteInvoices(db: Queryable, rows: readonly InvoiceRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { rowCount } = await db.query({
    name: "delete_invoices",
    text: deleteInvoicesText,
    values: [...keysOf(rows), rows.map((row) => row.version)],
  });
  checkGuard(rowCount, rows);
}

const loadInvoicesText = `
select
  invoices.tenant_id as "tenantId",
  invoices.id as "invoiceId",
  invoices.version,
  invoices.status,
  invoices.created_at as "createdAt",
  invoices.overdue_after as "overdueAfter",
  invoices.doc,
  false as deleted
from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, id)
join read.invoices on invoices.tenant_id = wanted.tenant_id and invoices.id = wanted.id`;

const saveInvoicesText = `
insert into read.invoices (tenant_id, id, created_at, status, version, overdue_after, doc)
select
  invoice.tenant_id,
  invoice.id,
  invoice.created_at,
  invoice.status,
  invoice.version,
  invoice.overdue_after,
  invoice.doc
from unnest(
  $1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::integer[], $6::date[], string_to_array($7, chr(31))
) as invoice (tenant_id, id, created_at, status, version, overdue_after, doc)
on conflict (tenant_id, id) do update
set
  created_at = excluded.created_at,
  status = excluded.status,
  version = excluded.version,
  overdue_after = excluded.overdue_after,
  doc = excluded.doc
where excluded.version > invoices.version`;

const deleteInvoicesText = `
delete from read.invoices
using unnest($1::uuid[], $2::uuid[], $3::integer[]) as gone (tenant_id, id, version)
where invoices.tenant_id = gone.tenant_id
and invoices.id = gone.id
and invoices.version < gone.version`;

function keysOf(rows: readonly InvoiceRow[]): [string[], string[]] {
  return [rows.map((row) => row.tenantId), rows.map((row) => row.invoiceId)];
}

// the position is held by this transaction, so nobody else can have written a newer row
function checkGuard(rowCount: number | null, rows: readonly InvoiceRow[]): void {
  if (rowCount !== rows.length) throw new Error("A read row is newer than the position says");
}
