import { setTimeout as delay } from "node:timers/promises";
import type { Position } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";
import { readAppliedPositions } from "../applied/read-applied-positions.ts";

/** True once readers see what was written at `position`, false when that takes longer than `timeoutMs` (no projector runs, or it is behind). */
export async function waitUntilApplied(
  db: Queryable,
  { part, pos }: Position,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const applied = await readAppliedPositions(db, [part]);
    if ((applied.get(part) ?? 0) >= pos) return true;
    if (performance.now() >= deadline) return false;
    await delay(20);
  }
}
