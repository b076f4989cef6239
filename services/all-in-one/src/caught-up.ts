import { setTimeout as delay } from "node:timers/promises";
import type { EventLogEngine } from "@shipment-tracking/event-log";
import type { Pool } from "@shipment-tracking/postgres";
import { appliedPositions } from "@shipment-tracking/read-model";

export interface CaughtUpOptions {
  readonly engine: EventLogEngine;
  /** Of the projector's role. */
  readonly pool: Pool;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Resolves to true when the read tables hold everything that was in the log when this was called, to false when that takes longer. Waiting for it
 * before the first answer means that a start shows what was committed before a kill.
 */
export async function caughtUp(options: CaughtUpOptions): Promise<boolean> {
  const { engine, pool, timeoutMs, signal } = options;
  const heads = await engine.head();
  const parts = [...heads.keys()];
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    const applied = await appliedPositions(pool, parts);
    if (parts.every((part) => (applied.get(part) ?? 0) >= (heads.get(part) ?? 0))) return true;
    await delay(10);
  }
  return false;
}
