import type { Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { ImportKind } from "./columns.ts";

/** An import as its row tells it; `receiving` while the upload lasts. */
export interface ImportRecord {
  readonly id: string;
  readonly kind: ImportKind;
  readonly state: "receiving" | "running" | "done" | "failed";
  /** Why it failed, a sentence. */
  readonly error: string | null;
  readonly createdAt: Instant;
  readonly finishedAt: Instant | null;
  /** Records in the file without its header, 0 until they are counted. */
  readonly total: number;
  readonly processed: number;
  readonly accepted: number;
  readonly duplicates: number;
}

interface Row {
  readonly id: string;
  readonly kind: ImportKind;
  readonly state: ImportRecord["state"];
  readonly error: string | null;
  readonly created_at: Instant;
  readonly finished_at: Instant | null;
  readonly total: number;
  readonly processed: number;
  readonly accepted: number;
  readonly duplicates: number;
}

export interface NewImport {
  readonly id: string;
  readonly kind: ImportKind;
  readonly createdBy: string;
}

/** Opens an import in state `receiving`. */
export async function insertImport(
  db: Queryable,
  tenantId: TenantId,
  { id, kind, createdBy }: NewImport,
): Promise<void> {
  await db.query({
    name: "insert_import",
    text: `
      insert into write.imports (id, tenant_id, kind, state, created_by, created_at)
      values ($1, $2, $3, 'receiving', $4, now())`,
    values: [id, tenantId, kind, createdBy],
  });
}

/** The upload is complete: workers may take it. False when it is gone. */
export async function startImport(
  db: Queryable,
  tenantId: TenantId,
  importId: string,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: "start_import",
    text: `
      update write.imports
      set state = 'running'
      where imports.tenant_id = $1
        and imports.id = $2
        and imports.state = 'receiving'`,
    values: [tenantId, importId],
  });
  return rowCount === 1;
}

/** Takes an import whose upload broke off out again, chunks included. */
export async function discardImport(
  db: Queryable,
  tenantId: TenantId,
  importId: string,
): Promise<void> {
  await db.query({
    name: "discard_import",
    text: `
      delete from write.imports
      where imports.tenant_id = $1
        and imports.id = $2
        and imports.state = 'receiving'`,
    values: [tenantId, importId],
  });
}

/** Takes out the uploads that a killed process left behind: no upload lasts an hour. */
export async function discardAbandonedUploads(db: Queryable): Promise<number> {
  const { rowCount } = await db.query({
    name: "discard_abandoned_uploads",
    text: `
      delete from write.imports
      where imports.state = 'receiving'
        and imports.created_at < now() - interval '1 hour'`,
    values: [],
  });
  return rowCount ?? 0;
}

export async function findImport(
  db: Queryable,
  tenantId: TenantId,
  importId: string,
): Promise<ImportRecord | null> {
  const { rows } = await db.query<Row>({
    name: "find_import",
    text: `
      select imports.id, imports.kind, imports.state, imports.error, imports.created_at, imports.finished_at,
        imports.total, imports.processed, imports.accepted, imports.duplicates
      from write.imports
      where imports.tenant_id = $1
        and imports.id = $2`,
    values: [tenantId, importId],
  });
  const [row] = rows;
  return row === undefined ? null : toRecord(row);
}

/** The tenant's imports, newest first. */
export async function listImports(
  db: Queryable,
  tenantId: TenantId,
  { limit }: { readonly limit: number },
): Promise<readonly ImportRecord[]> {
  const { rows } = await db.query<Row>({
    name: "list_imports",
    text: `
      select imports.id, imports.kind, imports.state, imports.error, imports.created_at, imports.finished_at,
        imports.total, imports.processed, imports.accepted, imports.duplicates
      from write.imports
      where imports.tenant_id = $1
      order by imports.created_at desc, imports.id desc
      limit $2`,
    values: [tenantId, limit],
  });
  return rows.map(toRecord);
}

function toRecord(row: Row): ImportRecord {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    error: row.error,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    total: row.total,
    processed: row.processed,
    accepted: row.accepted,
    duplicates: row.duplicates,
  };
}
