import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "@shipment-tracking/postgres";
import type { Logger } from "@shipment-tracking/runtime";
import { newId } from "../ids.ts";
import { occurred } from "../metrics/occurrences.ts";
import { claimImport, finishImport, type ImportJob } from "./import-lease.ts";
import { discardAbandonedUploads } from "./import-records.ts";
import { runImport } from "./run-import.ts";
import { isTransient } from "./transient-error.ts";

export interface ImportWorkerDeps {
  /** Pool of the write database. */
  readonly pool: Pool;
  readonly log: Logger;
  /** Called after each committed batch: there is something new in the log. */
  wakeLog?(): void;
  /** How often to look for an import that nobody announced, in ms; default 5,000: those of a process that died. */
  readonly pollMs?: number;
  /** True when there can be no other worker: what a killed process held is taken up at once, without waiting for its lease. */
  readonly exclusive?: boolean;
}

export interface ImportWorker {
  /** Looks for an import now instead of at the next poll. */
  wake(): void;
  /** Lets the batch at hand be committed, gives the import back, resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Tries at one place of a file when the failure is not one that passes; then the import fails. */
const maxTries = 4;
const longestPauseMs = 5_000;
const cleaningMs = 10 * 60_000;

const internalFailure =
  "An internal error stopped the import; what it had taken in stays. Import the file again later: lines that are in already count as duplicates.";

/**
 * Starts importing uploaded files, one at a time. Any number of workers, in any number of processes, share the imports; one that dies is
 * succeeded when its lease runs out.
 */
export function importWorker(deps: ImportWorkerDeps): ImportWorker {
  const stopping = new AbortController();
  const alarm = createAlarm();
  const finished = work(deps, stopping.signal, alarm);
  return {
    wake: alarm.ring,
    async stop() {
      stopping.abort();
      alarm.ring();
      await finished;
    },
  };
}

async function work(deps: ImportWorkerDeps, signal: AbortSignal, alarm: Alarm): Promise<void> {
  const workerId = newId();
  const failures = createFailureCount();
  let cleanedAt = -Infinity;
  while (!signal.aborted) {
    try {
      if (performance.now() - cleanedAt > cleaningMs) {
        await discardAbandonedUploads(deps.pool);
        cleanedAt = performance.now();
      }
      const job = await claimImport(deps.pool, workerId, { exclusive: deps.exclusive === true });
      if (job === null) await alarm.wait(deps.pollMs ?? 5_000);
      else await carryOut({ deps, workerId, signal, failures }, job);
    } catch (error) {
      deps.log.warn({ err: error }, "imports wait for the database");
      await pause(failures.next(null), signal);
    }
  }
}

interface Carrying {
  readonly deps: ImportWorkerDeps;
  readonly workerId: string;
  readonly signal: AbortSignal;
  readonly failures: FailureCount;
}

async function carryOut({ deps, workerId, signal, failures }: Carrying, job: ImportJob) {
  const { pool, log } = deps;
  const held = { importId: job.id, workerId };
  const startedAt = performance.now();
  const result = await runImport({ ...deps, held, signal }, job);
  occurred({ kind: "import_run", of: job.kind, end: result.end });
  const facts = { importId: job.id, kind: job.kind, ms: Math.round(performance.now() - startedAt) };
  if (result.end !== "broken") {
    failures.clear();
    log.info({ ...facts, end: result.end }, "import run ended");
    return;
  }
  const tries = failures.next(`${job.id} ${String(result.processed)}`);
  if (tries >= maxTries && !isTransient(result.error)) {
    log.error({ ...facts, err: result.error }, "import failed");
    await finishImport(pool, held, internalFailure);
    failures.clear();
    return;
  }
  log.warn({ ...facts, err: result.error, tries }, "import will be tried again");
  await pause(tries, signal);
}

interface FailureCount {
  /** Number of failures in a row at this place, this one included. */
  next(place: string | null): number;
  clear(): void;
}

function createFailureCount(): FailureCount {
  let at: string | null = null;
  let count = 0;
  return {
    next(place) {
      count = place === at ? count + 1 : 1;
      at = place;
      return count;
    },
    clear() {
      at = null;
      count = 0;
    },
  };
}

async function pause(tries: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(longestPauseMs, 100 * 2 ** tries);
  await delay(ms, undefined, { signal }).catch(() => {
    // stopping ends the pause
  });
}

interface Alarm {
  ring(): void;
  /** Resolves at the next ring, at once when one came since the last wait, or after the time. */
  wait(ms: number): Promise<void>;
}

function createAlarm(): Alarm {
  let rung = false;
  let answer: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      answer?.();
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      answer = undefined;
      rung = false;
    },
  };
}
