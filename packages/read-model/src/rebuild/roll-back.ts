import type { Pool } from "@shipment-tracking/postgres";
import { dropGeneration, generationExists } from "./generation-schema.ts";
import { checkInterchangeable } from "./interchangeable.ts";
import type { LogSource } from "./log-source.ts";
import { unparkAll } from "./newly-parked.ts";
import { RebuildRefused } from "./rebuild-refused.ts";
import { schemas } from "./redirected.ts";
import { endAbandonedGenerations } from "./registry.ts";
import { withRebuildSession } from "./session.ts";
import { switchGeneration, type Switched } from "./switch-generation.ts";

export interface RollBackOptions {
  readonly log: LogSource;
  readonly acceptParked?: boolean;
  readonly switchTimeoutMs?: number;
}

/**
 * Makes the kept read tables the live ones again, once they have applied what came since; the ones that were live are kept in their place, so that a
 * second call undoes the first. Throws `RebuildRefused` when there are none or they were made by other migrations.
 */
export async function rollBack(pool: Pool, options: RollBackOptions): Promise<Switched> {
  const candidate = schemas.previous;
  return await withRebuildSession(pool, async (session) => {
    if (!(await generationExists(session, candidate))) {
      throw new RebuildRefused("No earlier read tables are kept: there is nothing to go back to.");
    }
    // before anything is written to tables that cannot be used
    await session.transact((tx) => checkInterchangeable(tx, candidate));
    // what an interrupted rebuild left behind
    await endAbandonedGenerations(session);
    await dropGeneration(session, schemas.next);
    await dropGeneration(session, schemas.dropped);
    await unparkAll(pool, candidate, options.log);
    return await switchGeneration(pool, session, {
      candidate,
      log: options.log,
      acceptParked: options.acceptParked ?? false,
      timeoutMs: options.switchTimeoutMs ?? 60_000,
    });
  });
}
