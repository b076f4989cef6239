import { formatPosition } from "@shipment-tracking/contracts";
import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { readAppliedPositions } from "../applied/read-applied-positions.ts";
import type { LogChange } from "./read-changes.ts";

/** Positions that clients were told of and that the read model has not applied yet: the newest of each part, by tenant. */
export interface UnappliedPositions {
  readonly waiting: boolean;
  add(changes: readonly LogChange[]): void;
  /** Takes out what is applied by now, as texts like `12.345`. */
  takeApplied(db: Queryable): Promise<ReadonlyMap<TenantId, readonly string[]>>;
  forget(tenantId: TenantId): void;
}

export function createUnappliedPositions(): UnappliedPositions {
  const byTenant = new Map<TenantId, Map<number, number>>();
  return {
    get waiting() {
      return byTenant.size > 0;
    },
    add(changes) {
      for (const { tenantId, part, pos } of changes) {
        const parts = byTenant.get(tenantId) ?? new Map<number, number>();
        byTenant.set(tenantId, parts.set(part, Math.max(pos, parts.get(part) ?? 0)));
      }
    },
    async takeApplied(db) {
      const parts = new Set([...byTenant.values()].flatMap((tenant) => [...tenant.keys()]));
      if (parts.size === 0) return new Map();
      const applied = await readAppliedPositions(db, [...parts]);
      const taken = new Map<TenantId, readonly string[]>();
      for (const [tenantId, positions] of byTenant) {
        const texts = takeFrom(positions, applied);
        if (texts.length > 0) taken.set(tenantId, texts);
        if (positions.size === 0) byTenant.delete(tenantId);
      }
      return taken;
    },
    forget: (tenantId) => void byTenant.delete(tenantId),
  };
}

function takeFrom(
  positions: Map<number, number>,
  applied: ReadonlyMap<number, number>,
): readonly string[] {
  const texts: string[] = [];
  for (const [part, pos] of positions) {
    if ((applied.get(part) ?? 0) < pos) continue;
    texts.push(formatPosition({ part, pos }));
    positions.delete(part);
  }
  return texts;
}
