import { setTimeout as delay } from "node:timers/promises";
import { partCount, readBacklog } from "@shipment-tracking/event-log";
import type { Pool } from "@shipment-tracking/postgres";
import { appliedPositions } from "@shipment-tracking/read-model";
import { readIngested } from "@shipment-tracking/webhooks-service";
import type { LogWriter } from "../log-writer.ts";

const parts = Array.from({ length: partCount }, (_, part) => part);
const patienceMs = 120_000;

/** Waits until the read tables show all that is in the log. */
export async function untilApplied(pool: Pool): Promise<void> {
  await untilReached(pool, () => appliedPositions(pool, parts));
}

/** Waits until nobody has anything left to do: the webhook worker reads every event, too. */
export async function untilSettled(pool: Pool): Promise<void> {
  await untilApplied(pool);
  await untilReached(pool, () => readIngested(pool));
}

async function untilReached(
  pool: Pool,
  read: () => Promise<ReadonlyMap<number, number>>,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while ((await readBacklog(pool, await read())).events > 0) {
    if (performance.now() > deadline) throw new Error("a reader of the log does not catch up");
    await delay(10);
  }
}

/** Events a second from the commit that brings them all at once to the last row in the read tables. */
export async function measureCapacity(pool: Pool, log: LogWriter, events: number): Promise<number> {
  await log.write(pool, events);
  const startedAt = performance.now();
  await untilApplied(pool);
  return (events / (performance.now() - startedAt)) * 1_000;
}

export interface Load {
  /** Resolves with the events a second that were appended. */
  stop(): Promise<number>;
}

/** Appends events evenly, 20 transactions a second, until stopped. */
export function startLoad(pool: Pool, log: LogWriter, eventsPerSecond: number): Load {
  const startedAt = performance.now();
  let appended = 0;
  let stopping = false;
  const seconds = (): number => (performance.now() - startedAt) / 1_000;
  const run = async (): Promise<void> => {
    while (!stopping) {
      const due = Math.floor(seconds() * eventsPerSecond) - appended;
      if (due > 0) await log.write(pool, due);
      appended += Math.max(due, 0);
      await delay(50);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping = true;
      await running;
      return appended / seconds();
    },
  };
}
