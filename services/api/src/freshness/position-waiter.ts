import type { Position } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";
import { appliedPositions } from "@shipment-tracking/read-model";

export interface PositionWaiter {
  /** Resolves with the applied position of the part: once it has reached `wanted`, or as it is when the time is up. */
  wait(wanted: Position): Promise<Position>;
}

export interface PositionWaiterOptions {
  readonly pool: Queryable;
  /** Longest wait, in ms; 2,000 by decision. */
  readonly timeoutMs?: number | undefined;
  /** Pause between two looks, in ms. */
  readonly pollMs?: number;
}

interface Waiter {
  readonly wanted: Position;
  readonly deadline: number;
  resolve(applied: Position): void;
  reject(error: unknown): void;
}

/**
 * Waits until the read model has applied a position. However many requests wait, there is one query at a time for all of them.
 */
export function createPositionWaiter(options: PositionWaiterOptions): PositionWaiter {
  const { pool, timeoutMs = 2_000, pollMs = 5 } = options;
  let waiters: readonly Waiter[] = [];
  let looking = false;

  async function lookOnce(): Promise<void> {
    // those who come while the query runs are served by the next one: the answer could predate them
    const served = waiters;
    waiters = [];
    try {
      const parts = [...new Set(served.map((waiter) => waiter.wanted.part))];
      const applied = await appliedPositions(pool, parts);
      waiters = [...waiters, ...served.filter((waiter) => !settle(waiter, applied))];
    } catch (error) {
      for (const waiter of served) waiter.reject(error);
    }
  }

  async function look(): Promise<void> {
    looking = true;
    while (waiters.length > 0) {
      await lookOnce();
      if (waiters.length > 0) await pause(pollMs);
    }
    looking = false;
  }

  return {
    wait(wanted) {
      return new Promise((resolve, reject) => {
        const deadline = performance.now() + timeoutMs;
        waiters = [...waiters, { wanted, deadline, resolve, reject }];
        if (!looking) void look();
      });
    },
  };
}

function settle(waiter: Waiter, applied: ReadonlyMap<number, number>): boolean {
  const { part, pos } = waiter.wanted;
  const reached = applied.get(part) ?? 0;
  if (reached < pos && performance.now() < waiter.deadline) return false;
  waiter.resolve({ part, pos: reached });
  return true;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
