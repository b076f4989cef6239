import { setTimeout as delay } from "node:timers/promises";
import type { EventLogEngine } from "@shipment-tracking/event-log";

export interface CaughtUpOptions {
  readonly engine: EventLogEngine;
  /** How far the reader is in each of these parts; a part that is absent stands at 0. */
  positions(parts: readonly number[]): Promise<ReadonlyMap<number, number>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Resolves to true when a reader has taken in everything that was in the log when this was called, to false when that takes longer. Waiting for the
 * projector before the first answer means that a start shows what was committed before a kill.
 */
export async function caughtUp(options: CaughtUpOptions): Promise<boolean> {
  const { engine, positions, timeoutMs, signal } = options;
  const heads = await engine.head();
  const parts = [...heads.keys()];
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    const applied = await positions(parts);
    if (parts.every((part) => (applied.get(part) ?? 0) >= (heads.get(part) ?? 0))) return true;
    await delay(10);
  }
  return false;
}
