import type { ShipmentStatus } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** A shipment's status before (null when it is new) and after a delivery. */
export interface StatusMove {
  readonly tenantId: string;
  readonly before: ShipmentStatus | null;
  readonly after: ShipmentStatus;
}

/**
 * Moves the rows per tenant and status. The caller's transaction holds the tenants' rows: that is what keeps two
 * deliveries from locking the counters in opposite orders.
 */
export async function moveCounts(db: Queryable, moves: readonly StatusMove[]): Promise<void> {
  const deltas = sumDeltas(moves);
  if (deltas.length === 0) return;
  await db.query({
    name: "move_counts",
    text: `
insert into read.shipment_counts (tenant_id, status, n)
select delta.tenant_id, delta.status, delta.n
from unnest($1::uuid[], $2::text[], $3::bigint[]) as delta (tenant_id, status, n)
on conflict (tenant_id, status) do update
set n = shipment_counts.n + excluded.n`,
    values: [
      deltas.map((delta) => delta.tenantId),
      deltas.map((delta) => delta.status),
      deltas.map((delta) => delta.n),
    ],
  });
}

interface CountDelta {
  readonly tenantId: string;
  readonly status: ShipmentStatus;
  n: number;
}

function sumDeltas(moves: readonly StatusMove[]): readonly CountDelta[] {
  const deltas = new Map<string, CountDelta>();
  const add = (tenantId: string, status: ShipmentStatus, n: number): void => {
    const key = `${tenantId} ${status}`;
    const delta = deltas.get(key) ?? { tenantId, status, n: 0 };
    delta.n += n;
    deltas.set(key, delta);
  };
  for (const { tenantId, before, after } of moves) {
    if (before !== null) add(tenantId, before, -1);
    add(tenantId, after, 1);
  }
  return [...deltas.values()].filter((delta) => delta.n !== 0);
}
