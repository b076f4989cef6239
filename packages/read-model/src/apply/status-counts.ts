import type { Queryable } from "@shipment-tracking/postgres";

/** The status of a row of a list before (null when it is new) and after a delivery (null when it is gone). */
export interface StatusMove {
  readonly tenantId: string;
  readonly before: string | null;
  readonly after: string | null;
}

export type CountsTable = "shipment_counts" | "customer_counts" | "invoice_counts";

/**
 * Moves the rows per tenant and status. The caller's transaction holds the tenants' rows: that is what keeps two
 * deliveries from locking the counters in opposite orders.
 */
export async function moveCounts(
  db: Queryable,
  table: CountsTable,
  moves: readonly StatusMove[],
): Promise<void> {
  const deltas = sumDeltas(moves);
  if (deltas.length === 0) return;
  await db.query({
    name: `move_${table}`,
    text: `
insert into read.${table} (tenant_id, status, n)
select delta.tenant_id, delta.status, delta.n
from unnest($1::uuid[], $2::text[], $3::bigint[]) as delta (tenant_id, status, n)
on conflict (tenant_id, status) do update
set n = ${table}.n + excluded.n`,
    values: [
      deltas.map((delta) => delta.tenantId),
      deltas.map((delta) => delta.status),
      deltas.map((delta) => delta.n),
    ],
  });
}

interface CountDelta {
  readonly tenantId: string;
  readonly status: string;
  n: number;
}

function sumDeltas(moves: readonly StatusMove[]): readonly CountDelta[] {
  const deltas = new Map<string, CountDelta>();
  const add = (tenantId: string, status: string, n: number): void => {
    const key = `${tenantId} ${status}`;
    const delta = deltas.get(key) ?? { tenantId, status, n: 0 };
    delta.n += n;
    deltas.set(key, delta);
  };
  for (const { tenantId, before, after } of moves) {
    if (before !== null) add(tenantId, before, -1);
    if (after !== null) add(tenantId, after, 1);
  }
  return [...deltas.values()].filter((delta) => delta.n !== 0);
}
