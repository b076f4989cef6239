import { setTimeout as delay } from "node:timers/promises";
import { failpoint } from "@shipment-tracking/failpoints";
import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { catchUp, countBehind, readStanding } from "./catch-up.ts";
import { dropGeneration, tablesOf } from "./generation-schema.ts";
import { checkInterchangeable } from "./interchangeable.ts";
import type { LogSource } from "./log-source.ts";
import { refuseNewlyParked } from "./newly-parked.ts";
import { RebuildRefused } from "./rebuild-refused.ts";
import { schemas } from "./redirected.ts";
import { recordSwitch } from "./registry.ts";
import { CannotSwitchYet, isPassing } from "./passing-error.ts";
import type { RebuildSession } from "./session.ts";

export interface SwitchWork {
  /** What becomes the live generation. */
  readonly candidate: typeof schemas.next | typeof schemas.previous;
  readonly log: LogSource;
  /** Accept shipments that are parked in the candidate and not in the live tables: readers see them go back. */
  readonly acceptParked: boolean;
  /** How long to try. */
  readonly timeoutMs: number;
  readonly onEvents?: (events: number) => void;
}

export interface Switched {
  /** Events applied to the candidate on the way. */
  readonly caughtUp: number;
  readonly attempts: number;
  /** How long the projector could not write in the attempt that succeeded. */
  readonly lockedMs: number;
}

/**
 * Makes the candidate the live generation, in one transaction that never waits long for a lock: a reader in the way makes it step back and try again.
 * Throws `RebuildRefused` when the candidate must not become live, or not within the time.
 */
export async function switchGeneration(
  pool: Pool,
  session: RebuildSession,
  work: SwitchWork,
): Promise<Switched> {
  const deadline = performance.now() + work.timeoutMs;
  let caughtUp = 0;
  for (let attempts = 1; ; attempts += 1) {
    caughtUp += await catchUpUntilLevel(pool, work, deadline);
    try {
      const { events, lockedMs } = await switchOnce(pool, session, work);
      await failpoint("rebuild.after-switch");
      await dropGeneration(pool, schemas.dropped);
      return { caughtUp: caughtUp + events, attempts, lockedMs };
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (performance.now() > deadline) throw gaveUp(work.timeoutMs, error);
      await delay(Math.min(25 * 2 ** Math.min(attempts, 5), 500));
    }
  }
}

/** So few events that applying them under the lock takes some ten milliseconds. */
const level = 500;
/** More than that under the lock would hold the projector up. */
const mostUnderLock = 2_000;

async function catchUpUntilLevel(pool: Pool, work: SwitchWork, deadline: number): Promise<number> {
  const { candidate: schema, log } = work;
  let total = 0;
  for (;;) {
    const target = await log.heads();
    const behind = countBehind(await readStanding(pool, schema), target);
    if (behind > 0) total += await catchUp(pool, { ...work, schema, target });
    if (behind <= level) return total;
    if (performance.now() > deadline) {
      throw new RebuildRefused(
        "Events arrive faster than the new read tables take them up. Try again when there is less to do.",
      );
    }
  }
}

async function switchOnce(
  pool: Pool,
  session: RebuildSession,
  work: SwitchWork,
): Promise<{ readonly events: number; readonly lockedMs: number }> {
  const { candidate } = work;
  return await session.transact(async (tx) => {
    const migrations = await checkInterchangeable(tx, candidate);
    const tables = await tablesOf(tx, schemas.live);
    const startedAt = performance.now();
    await holdProjectors(tx);
    const events = await catchUpWithLive(pool, tx, work);
    if (!work.acceptParked) await refuseNewlyParked(tx, candidate);
    await takeOver(tx, candidate);
    await failpoint("rebuild.before-rename");
    await holdReaders(tx, tables);
    await rename(tx, candidate);
    const promoted = candidate === schemas.next ? "filling" : "previous";
    await recordSwitch(tx, promoted, migrations);
    await failpoint("rebuild.before-commit");
    return { events, lockedMs: performance.now() - startedAt };
  });
}

/** Positions are the first thing that anybody touches who writes read tables: from here on nobody does. Readers go on. */
async function holdProjectors(tx: Queryable): Promise<void> {
  await tx.query({ text: "set local lock_timeout = 1000" });
  await tx.query({ text: "lock table read.positions in exclusive mode" });
}

/** On other connections, while the positions are held: the candidate ends where the live tables stand, or further on, never behind. */
async function catchUpWithLive(pool: Pool, tx: Queryable, work: SwitchWork): Promise<number> {
  const { candidate: schema } = work;
  const live = await readStanding(tx, schemas.live);
  const target = new Map([...live].map(([part, { pos }]) => [part, pos]));
  const behind = countBehind(await readStanding(pool, schema), target);
  if (behind > mostUnderLock) throw new CannotSwitchYet("Too many new events");
  if (behind === 0) return 0;
  return await catchUp(pool, { ...work, schema, target });
}

/** What depends on the live tables: a fencing number and a tenant's version must not go back, equal versions must mean equal answers. */
async function takeOver(tx: Queryable, candidate: SwitchWork["candidate"]): Promise<void> {
  await tx.query({
    text: `
update ${candidate}.positions as next
set epoch = live.epoch
from read.positions as live
where live.consumer = next.consumer
and live.part = next.part
and live.epoch <> next.epoch`,
  });
  await tx.query({
    text: `
update ${candidate}.tenants as next
set version = greatest(next.version, live.version + 1)
from read.tenants as live
where live.tenant_id = next.tenant_id`,
  });
}

/**
 * No statement may read some tables of the one generation and some of the other. A reader that holds one table and waits for another would be a
 * deadlock; it is over when this side gives up, long before the server looks for one (1 s).
 */
async function holdReaders(tx: Queryable, tables: readonly string[]): Promise<void> {
  await tx.query({ text: "set local lock_timeout = 100; set local statement_timeout = 400" });
  const names = tables.map((table) => `read.${table}`).join(", ");
  await tx.query({ text: `lock table ${names} in access exclusive mode` });
  await tx.query({ text: "set local statement_timeout = 0" });
}

async function rename(tx: Queryable, candidate: SwitchWork["candidate"]): Promise<void> {
  const steps =
    candidate === schemas.next
      ? [
          [schemas.previous, schemas.dropped],
          [schemas.live, schemas.previous],
          [schemas.next, schemas.live],
        ]
      : [
          [schemas.live, schemas.next],
          [schemas.previous, schemas.live],
          [schemas.next, schemas.previous],
        ];
  for (const [from, to] of steps) {
    const { rows } = await tx.query<{ present: boolean }>({
      text: "select to_regnamespace($1) is not null as present",
      values: [from],
    });
    if (rows[0]?.present === true) {
      await tx.query({ text: `alter schema ${String(from)} rename to ${String(to)}` });
    }
  }
}

function gaveUp(timeoutMs: number, cause: unknown): RebuildRefused {
  const seconds = String(Math.round(timeoutMs / 1_000));
  const why = cause instanceof Error ? cause.message : String(cause);
  return new RebuildRefused(
    `The new read tables could not be switched to within ${seconds} s (${why}). The live ones are as they were. Look for long statements in pg_stat_activity, then try again.`,
    { cause },
  );
}
