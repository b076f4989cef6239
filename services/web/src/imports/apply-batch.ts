import type { Pool } from "@shipment-tracking/postgres";
import { inRepeatedTransaction } from "../commands/transaction.ts";
import { currentInstant } from "../ids.ts";
import { advanceImport, type Held, type ImportJob, type Progress } from "./import-lease.ts";
import { insertRejections, type RejectedLine } from "./import-rejections.ts";
import type { LineOutcome, PreparedBatch } from "./prepared-batch.ts";

/**
 * Rejected lines that an import keeps by line; the count goes on beyond. A file that has nothing but errors must not fill
 * the database with their sentences.
 */
const maxKeptRejections = 100_000;

/**
 * Imports consecutive lines in one transaction and answers the job after them. Their events, the rejected lines and the progress become
 * visible together or not at all, so whoever goes on after a crash begins exactly behind the last batch.
 */
export async function applyBatch(
  pool: Pool,
  { job, held }: { readonly job: ImportJob; readonly held: Held },
  batch: PreparedBatch,
): Promise<ImportJob> {
  const { tenantId } = job;
  const context = {
    tenantId,
    actor: { kind: "import", id: job.id },
    now: currentInstant(),
  } as const;
  return inRepeatedTransaction(pool, async (tx) => {
    const outcomes = await batch.apply(tx, context);
    const rejected = [...batch.rejected, ...outcomes.filter(isRejected)];
    const progress: Progress = {
      before: job.processed,
      records: batch.lines,
      accepted: outcomes.filter((outcome) => outcome === "accepted").length,
      duplicates: outcomes.filter((outcome) => outcome === "duplicate").length,
    };
    await insertRejections(tx, job.id, rejected.slice(0, roomFor(job)));
    await advanceImport(tx, held, progress);
    return {
      ...job,
      processed: job.processed + batch.lines,
      rejected: job.rejected + rejected.length,
    };
  });
}

function isRejected(outcome: LineOutcome): outcome is RejectedLine {
  return typeof outcome === "object";
}

function roomFor(job: ImportJob): number {
  return Math.max(0, maxKeptRejections - job.rejected);
}
