import { setTimeout as delay } from "node:timers/promises";
import { partCount, readHeads } from "@shipment-tracking/event-log";
import type { Pool } from "@shipment-tracking/postgres";
import { appliedPositions } from "@shipment-tracking/read-model";
import { readPublished } from "@shipment-tracking/relay-service";
import { now } from "./clock.ts";

type Positions = ReadonlyMap<number, number>;

/**
 * Waits until the read tables show all that the log holds at this moment; how long it took in ms, null when it took longer than `limitMs`. Whatever comes later
 * does not count, so that it ends under load, too.
 */
export function untilCaughtUp(db: Pool, limitMs: number): Promise<number | null> {
  const parts = Array.from({ length: partCount }, (_, part) => part);
  return untilReached(db, { limitMs, read: () => appliedPositions(db, parts) });
}

/** The same for the topic and what the brokers acknowledged. */
export function untilPublished(db: Pool, topic: string, limitMs: number): Promise<number | null> {
  return untilReached(db, { limitMs, read: () => readPublished(db, topic) });
}

async function untilReached(
  db: Pool,
  reader: { readonly limitMs: number; read(): Promise<Positions> },
): Promise<number | null> {
  const { limitMs, read } = reader;
  const beganAt = now();
  const heads = await persistently(() => readHeads(db), limitMs);
  while (now() - beganAt < limitMs) {
    const reached = await persistently(read, limitMs);
    if ([...heads].every(([part, head]) => (reached.get(part) ?? 0) >= head)) {
      return now() - beganAt;
    }
    await delay(20);
  }
  return null;
}

/** A connection of the harness itself can be one that a fault has cut. */
export async function persistently<Result>(
  work: () => Promise<Result>,
  limitMs = 10_000,
): Promise<Result> {
  const deadline = now() + limitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (now() > deadline) throw error;
      await delay(50);
    }
  }
}
