import type { Pool } from "@shipment-tracking/postgres";
import { applyBatch } from "./apply-batch.ts";
import { readChunks } from "./import-chunks.ts";
import { readImportFile, type FileLine } from "./import-file.ts";
import {
  finishImport,
  LeaseLost,
  releaseImport,
  setTotal,
  type Held,
  type ImportJob,
} from "./import-lease.ts";
import { readBatches } from "./read-batches.ts";
import { UnreadableFile } from "./unreadable-file.ts";

export interface RunOptions {
  readonly pool: Pool;
  readonly held: Held;
  /** Aborted when the worker is to stop: the batch at hand is finished, then the import is given back. */
  readonly signal: AbortSignal;
  /** Called after each committed batch: there is something new in the log. */
  wakeLog?(): void;
}

/** How a run ended. `broken`: an unexpected error; the import stays running and held, `processed` says where. */
export type RunEnd =
  | { readonly end: "done" | "refused" | "released" | "lost" }
  | { readonly end: "broken"; readonly error: unknown; readonly processed: number };

/** Carries a claimed import from where it stands to the end of its file. */
export async function runImport(options: RunOptions, claimed: ImportJob): Promise<RunEnd> {
  const { pool, held } = options;
  const progress = { job: claimed };
  try {
    if (claimed.total === 0) progress.job = await countLines(options, claimed);
    const end = await importBatches(options, progress);
    if (end === "done") await finishImport(pool, held, null);
    else await releaseImport(pool, held);
    return { end };
  } catch (error) {
    if (error instanceof LeaseLost) return { end: "lost" };
    if (!(error instanceof UnreadableFile)) {
      return { end: "broken", error, processed: progress.job.processed };
    }
    await finishImport(pool, held, error.message);
    return { end: "refused" };
  }
}

/** Reads the file once before anything is imported: a wrong header or an endless quote refuses the whole of it. */
async function countLines({ pool, held }: RunOptions, job: ImportJob): Promise<ImportJob> {
  let total = 0;
  for await (const lines of linesOf(pool, job)) total += lines.length;
  if (total === 0) throw new UnreadableFile("The file has a header line and nothing below it.");
  await setTotal(pool, held, total);
  return { ...job, total };
}

/** Imports batch after batch; while the database works on one, the next is read and checked. */
async function importBatches(
  { pool, held, signal, wakeLog }: RunOptions,
  progress: { job: ImportJob },
): Promise<"done" | "released"> {
  const { kind, processed } = progress.job;
  const batches = readBatches(kind, linesOf(pool, progress.job), processed);
  try {
    let next = await batches.next();
    while (next.done !== true) {
      if (signal.aborted) return "released";
      const [applied, read] = await Promise.allSettled([
        applyBatch(pool, { job: progress.job, held }, next.value),
        batches.next(),
      ]);
      if (applied.status === "rejected") throw applied.reason;
      progress.job = applied.value;
      wakeLog?.();
      if (read.status === "rejected") throw read.reason;
      next = read.value;
    }
    return "done";
  } finally {
    await batches.return(undefined);
  }
}

function linesOf(pool: Pool, job: ImportJob): AsyncGenerator<readonly FileLine[]> {
  return readImportFile(job.kind, readChunks(pool, job.id));
}
