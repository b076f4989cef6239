import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { ImportKind } from "./columns.ts";

/** How long a worker that falls silent keeps an import to itself. */
const lease = "10 seconds";

/** An import that this worker holds. */
export interface ImportJob {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly kind: ImportKind;
  /** Records to come in all, 0 when they were not counted yet. */
  readonly total: number;
  /** Records whose outcome is committed. */
  readonly processed: number;
  /** Records rejected so far. */
  readonly rejected: number;
}

/** Another worker holds the import now, or it is gone: whatever was begun must be rolled back. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

interface JobRow {
  readonly id: string;
  readonly tenant_id: TenantId;
  readonly kind: ImportKind;
  readonly total: number;
  readonly processed: number;
  readonly rejected: number;
}

/**
 * Takes the oldest running import that nobody holds, by the database's clock; one that the worker itself holds counts as free: it
 * claims only when it runs none. An `exclusive` worker takes any. Null when there is none.
 */
export async function claimImport(
  db: Queryable,
  workerId: string,
  { exclusive }: { readonly exclusive: boolean } = { exclusive: false },
): Promise<ImportJob | null> {
  const { rows } = await db.query<JobRow>({
    name: "claim_import",
    text: `
      update write.imports
      set worker_id = $1,
        lease_until = now() + $2::interval
      where imports.id = (
        select free.id
        from write.imports as free
        where free.state = 'running'
          and (free.lease_until is null or free.lease_until < now() or free.worker_id = $1 or $3)
        order by free.created_at
        limit 1
        for update skip locked
      )
      returning imports.id, imports.tenant_id, imports.kind, imports.total, imports.processed,
        imports.processed - imports.accepted - imports.duplicates as rejected`,
    values: [workerId, lease, exclusive],
  });
  return toJob(rows);
}

function toJob([row]: readonly JobRow[]): ImportJob | null {
  if (row === undefined) return null;
  return {
    id: row.id,
    tenantId: row.tenant_id,
    kind: row.kind,
    total: row.total,
    processed: row.processed,
    rejected: row.rejected,
  };
}

/** An import and the worker that holds it. */
export interface Held {
  readonly importId: string;
  readonly workerId: string;
}

/** Stores the number of records and extends the lease; throws `LeaseLost` when the import is no longer held. */
export async function setTotal(db: Queryable, held: Held, total: number): Promise<void> {
  const { rowCount } = await db.query({
    name: "set_import_total",
    text: `
      update write.imports
      set total = $3,
        lease_until = now() + $4::interval
      where imports.id = $1
        and imports.worker_id = $2
        and imports.state = 'running'`,
    values: [held.importId, held.workerId, total, lease],
  });
  if (rowCount !== 1) throw new LeaseLost("the import is held by another worker");
}

/** What one batch adds. */
export interface Progress {
  /** Records committed before the batch: another number means that another worker was there. */
  readonly before: number;
  readonly records: number;
  readonly accepted: number;
  readonly duplicates: number;
}

/** Counts a batch in its own transaction and extends the lease; throws `LeaseLost` when the import is no longer held. */
export async function advanceImport(tx: Queryable, held: Held, progress: Progress): Promise<void> {
  const { rowCount } = await tx.query({
    name: "advance_import",
    text: `
      update write.imports
      set processed = imports.processed + $4,
        accepted = imports.accepted + $5,
        duplicates = imports.duplicates + $6,
        lease_until = now() + $7::interval
      where imports.id = $1
        and imports.worker_id = $2
        and imports.state = 'running'
        and imports.processed = $3`,
    values: [
      held.importId,
      held.workerId,
      progress.before,
      progress.records,
      progress.accepted,
      progress.duplicates,
      lease,
    ],
  });
  if (rowCount !== 1) throw new LeaseLost("the import is held by another worker");
}

/** Ends a held import, done or failed with a sentence; its file is no longer needed. */
export async function finishImport(db: Queryable, held: Held, error: string | null): Promise<void> {
  await db.query({
    name: "finish_import",
    text: `
      with finished as (
        update write.imports
        set state = case when $3::text is null then 'done' else 'failed' end,
          error = $3,
          finished_at = now(),
          worker_id = null,
          lease_until = null
        where imports.id = $1
          and imports.worker_id = $2
          and imports.state = 'running'
        returning imports.id
      )
      delete from write.import_chunks
      using finished
      where import_chunks.import_id = finished.id`,
    values: [held.importId, held.workerId, error],
  });
}

/** Gives a held import back, so that another worker goes on with it at once. */
export async function releaseImport(db: Queryable, held: Held): Promise<void> {
  await db.query({
    name: "release_import",
    text: `
      update write.imports
      set worker_id = null,
        lease_until = null
      where imports.id = $1
        and imports.worker_id = $2
        and imports.state = 'running'`,
    values: [held.importId, held.workerId],
  });
}
