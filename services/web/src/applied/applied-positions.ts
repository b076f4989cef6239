import { setTimeout as delay } from "node:timers/promises";
import type { Position } from "@shipment-tracking/contracts";
import type { Pool } from "@shipment-tracking/postgres";
import { readAppliedPositions } from "./read-applied-positions.ts";

/** Knows when the read model shows what was just written. */
export interface AppliedPositions {
  /** True once the projector has applied the position, false when it has not within the time (or it cannot be told). */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** Lets go of everybody who waits; resolves when no query runs any more. */
  close(): Promise<void>;
}

interface Waiter {
  readonly position: Position;
  settle(applied: boolean): void;
}

const pollMs = 10;

/** All waiting requests share one query at a time, however many they are; nothing runs while nobody waits. */
export function createAppliedPositions(pool: Pool): AppliedPositions {
  const waiters = new Set<Waiter>();
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    try {
      while (waiters.size > 0) {
        await settleApplied(pool, waiters);
        if (waiters.size > 0) await delay(pollMs);
      }
    } catch {
      // the write stands: its answer goes out, only without the certainty that readers see it
      letGo();
    } finally {
      looking = null;
    }
  }

  function letGo(): void {
    for (const waiter of waiters) waiter.settle(false);
  }

  return {
    waitFor: (position, timeoutMs) =>
      new Promise((resolve) => {
        const waiter: Waiter = {
          position,
          settle(applied) {
            clearTimeout(timer);
            waiters.delete(waiter);
            resolve(applied);
          },
        };
        const timer = setTimeout(() => {
          waiter.settle(false);
        }, timeoutMs);
        waiters.add(waiter);
        looking ??= look();
      }),
    async close() {
      letGo();
      await looking;
    },
  };
}

async function settleApplied(pool: Pool, waiters: ReadonlySet<Waiter>): Promise<void> {
  const asked = [...waiters];
  const parts = [...new Set(asked.map((waiter) => waiter.position.part))];
  const applied = await readAppliedPositions(pool, parts);
  for (const waiter of asked) {
    const { part, pos } = waiter.position;
    if ((applied.get(part) ?? 0) >= pos) waiter.settle(true);
  }
}
