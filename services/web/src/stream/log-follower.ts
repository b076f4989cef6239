import type { TenantId } from "@shipment-tracking/domain";
import { partCount, readHeads } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import { type LogRange, readChanges, type LogChange } from "./read-changes.ts";
import type { LogPlace } from "./stream-token.ts";

/** Positions of one part that are read at once: bounds the memory of a step, 64 times this. */
const maxPerPart = 200;

/** Positions between a client's place and the newest that are still read for it: half a second's work. Beyond it must load anew. */
const maxCatchUp = 50_000;

export async function readPlace(db: Queryable): Promise<LogPlace> {
  const heads = await readHeads(db);
  return Array.from({ length: partCount }, (_, part) => heads.get(part) ?? 0);
}

export interface LogStep {
  /** Everything up to here has been looked at. */
  readonly place: LogPlace;
  readonly changes: readonly LogChange[];
  /** False when there was more than one step can hold. */
  readonly complete: boolean;
}

/**
 * Reads on from `from` for these tenants. Positions are dense and visible in their order: a part's head says that everything below it can be
 * read, so nothing is ever skipped.
 */
export async function stepForward(
  db: Queryable,
  tenantIds: readonly TenantId[],
  { from, to }: { readonly from: LogPlace; readonly to: LogPlace },
): Promise<LogStep> {
  const place = to.map((head, part) => Math.min(head, (from[part] ?? 0) + maxPerPart));
  const ranges = rangesBetween(from, place);
  const changes =
    ranges.length === 0 || tenantIds.length === 0 ? [] : await readChanges(db, tenantIds, ranges);
  return { place, changes, complete: place.every((pos, part) => pos === to[part]) };
}

/** Everything of one tenant since `from`, read in steps; null when it is too much, or `from` is of another log. */
export async function catchUp(
  db: Queryable,
  tenantId: TenantId,
  { from, to }: { readonly from: LogPlace; readonly to: LogPlace },
): Promise<readonly LogChange[] | null> {
  const behind = to.map((head, part) => head - (from[part] ?? 0));
  if (behind.some((positions) => positions < 0)) return null;
  if (behind.reduce((sum, positions) => sum + positions, 0) > maxCatchUp) return null;
  const ranges = rangesBetween(from, to);
  return ranges.length === 0 ? [] : readChanges(db, [tenantId], ranges);
}

function rangesBetween(from: LogPlace, to: LogPlace): readonly LogRange[] {
  return to.flatMap((upTo, part) => {
    const after = from[part] ?? 0;
    return upTo > after ? [{ part, after, upTo }] : [];
  });
}
