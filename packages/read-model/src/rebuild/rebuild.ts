import { failpoint } from "@shipment-tracking/failpoints";
import type { Pool } from "@shipment-tracking/postgres";
import { auditGeneration } from "../audit/audit-generation.ts";
import { type Difference, sentenceOf } from "../audit/find-difference.ts";
import { createGeneration, dropGeneration } from "./generation-schema.ts";
import { checkMigrated } from "./interchangeable.ts";
import { loadParts, restoreIndexes } from "./load-generation.ts";
import type { LogSource } from "./log-source.ts";
import { RebuildRefused } from "./rebuild-refused.ts";
import { schemas } from "./redirected.ts";
import {
  endAbandonedGenerations,
  recordFailed,
  recordVerified,
  startGeneration,
} from "./registry.ts";
import { withRebuildSession, type RebuildSession } from "./session.ts";
import { switchGeneration, type Switched } from "./switch-generation.ts";

export type RebuildPhase = "load" | "index" | "verify" | "switch";

export interface RebuildOptions {
  readonly log: LogSource;
  /** Parts loaded at the same time. */
  readonly workers: number;
  readonly acceptParked?: boolean;
  /** How long to try to switch, default a minute. */
  readonly switchTimeoutMs?: number;
  /** A phase begins; `events`: how many it goes through, null where that is not known. */
  onPhase?(phase: RebuildPhase, events: number | null): void | Promise<void>;
  /** Events done since the last call. */
  onEvents?(events: number): void;
}

export interface RebuildReport extends Switched {
  readonly generation: number;
  /** Events that were loaded. */
  readonly events: number;
  readonly rows: number;
  readonly digest: string;
  readonly seconds: Readonly<Record<RebuildPhase, number>>;
}

/**
 * Fills new read tables from the log beside the live ones, verifies them against an independent fold, and makes them the live ones; the old ones are
 * kept in `read_previous`. Needs the rights of the tables' owner, 2 × workers + 2 connections, and no time limit on statements that matters.
 * Throws `RebuildRefused` with a sentence when it cannot be done; whatever is thrown, and wherever it is killed, the live tables are as they were.
 */
export async function rebuild(pool: Pool, options: RebuildOptions): Promise<RebuildReport> {
  return await withRebuildSession(pool, async (session) => {
    await checkMigrated(session);
    await endAbandonedGenerations(session);
    await dropGeneration(session, schemas.dropped);
    await dropGeneration(session, schemas.next);
    const heads = await options.log.heads();
    const events = [...heads.values()].reduce((sum, head) => sum + head, 0);
    const generation = await startGeneration(session, events);
    try {
      return await fillAndSwitch(pool, session, { ...options, heads, events, generation });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      // the connection may be what was lost
      await recordFailed(session, generation, why.slice(0, 1_000)).catch(() => undefined);
      throw error;
    }
  });
}

interface Plan extends RebuildOptions {
  readonly heads: ReadonlyMap<number, number>;
  readonly events: number;
  readonly generation: number;
}

async function fillAndSwitch(
  pool: Pool,
  session: RebuildSession,
  plan: Plan,
): Promise<RebuildReport> {
  const { log, heads, events, generation } = plan;
  const seconds = { load: 0, index: 0, verify: 0, switch: 0 };
  const timed = async <Result>(
    phase: RebuildPhase,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    await plan.onPhase?.(phase, phase === "load" || phase === "verify" ? events : null);
    const startedAt = performance.now();
    const result = await work();
    seconds[phase] = (performance.now() - startedAt) / 1_000;
    await failpoint(`rebuild.after-${phase}`);
    return result;
  };
  const schema = schemas.next;
  const onEvents = (done: number): void => plan.onEvents?.(done);
  const indexes = await timed("load", async () => {
    await session.transact((tx) => createGeneration(tx, schema));
    return await loadParts(pool, { schema, log, heads, workers: plan.workers, onEvents });
  });
  await timed("index", () => restoreIndexes(pool, schema, indexes));
  const verified = await timed("verify", async () => {
    const audit = await auditGeneration(pool, { schema, log, heads, onEvents });
    if (audit.outcome === "different") throw new RebuildRefused(refusalOf(audit.difference));
    await recordVerified(session, generation, audit.digest);
    return audit;
  });
  const switched = await timed("switch", () =>
    switchGeneration(pool, session, {
      candidate: schema,
      log,
      acceptParked: plan.acceptParked ?? false,
      timeoutMs: plan.switchTimeoutMs ?? 60_000,
    }),
  );
  const { rows, digest } = verified;
  return { ...switched, generation, events, rows, digest, seconds };
}

function refusalOf(difference: Difference): string {
  return `The rebuilt tables are not the fold of the log, and were not switched to: ${sentenceOf(difference)}. They stay in the schema read_next until the next rebuild; please report it.`;
}
