import type { Queryable } from "@shipment-tracking/postgres";
import { makeToday } from "./make-today.ts";
import { isUnderWay } from "./predicates.ts";

// a statement that ends long before its time is up, however large the backlog
const step = 10_000;

/**
 * Ends what waits for an endpoint as cancelled; returns how many. What is being sent stays: what comes of it is recorded. The caller has
 * locked the endpoint's health row, so that nothing is added meanwhile.
 */
export async function cancelWaiting(
  tx: Queryable,
  endpointId: string,
  reason: string,
): Promise<number> {
  let total = 0;
  await makeToday(tx);
  for (;;) {
    const ended = await cancelSome(tx, endpointId, reason);
    total += ended;
    if (ended < step) return total;
  }
}

async function cancelSome(tx: Queryable, endpointId: string, reason: string): Promise<number> {
  const result = await tx.query({
    name: "cancel_webhook_deliveries",
    text: `
      with waiting as (
        select deliveries.id
        from hooks.deliveries
        where deliveries.endpoint_id = $1
          and not ${isUnderWay}
        limit $3
      ),
      ended as (
        delete from hooks.deliveries
        using waiting
        where deliveries.id = waiting.id
        returning deliveries.id, deliveries.endpoint_id, deliveries.tenant_id, deliveries.message_id,
          deliveries.message_created_at, deliveries.shipment_id, deliveries.sequence, deliveries.kind, deliveries.attempts,
          deliveries.created_at
      )
      insert into hooks.finished_deliveries (
        id, finished_at, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, attempts,
        created_at, state, reason
      )
      select ended.id, now(), ended.endpoint_id, ended.tenant_id, ended.message_id, ended.message_created_at,
        ended.shipment_id, ended.sequence, ended.kind, ended.attempts, ended.created_at, 'cancelled', $2
      from ended`,
    values: [endpointId, reason, step],
  });
  return result.rowCount ?? 0;
}

/** How many deliveries are in an endpoint's queue. */
export async function countWaiting(db: Queryable, endpointId: string): Promise<number> {
  const { rows } = await db.query<{ readonly n: number }>({
    name: "count_waiting_webhook_deliveries",
    text: `
      select count(*)::integer as n
      from hooks.deliveries
      where deliveries.endpoint_id = $1`,
    values: [endpointId],
  });
  return rows[0]?.n ?? 0;
}
