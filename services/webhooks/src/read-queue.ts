import type { Queryable } from "@shipment-tracking/postgres";
import {
  endpointIsActive,
  endpointSlots,
  isUnclaimed,
  laneIsFree,
  pauseIsOver,
  slotsPerEndpoint,
} from "@shipment-tracking/webhooks";

/** The queue of deliveries as it is now, by the database's clock. */
export interface WebhookQueue {
  /** Deliveries that are neither finished nor given up. */
  readonly open: number;
  /** Age in seconds of the oldest one that is due and could be sent now; 0: none. Grows when no worker keeps up, or none runs. */
  readonly readySeconds: number;
  /**
   * Age in seconds of the oldest one that is due and has to wait: behind an earlier event of its shipment, for a slot of a slow receiver,
   * for a Retry-After, an open breaker, or a paused or disabled endpoint; 0: none.
   */
  readonly waitingSeconds: number;
}

/** Reads the whole queue once. Deliveries that are being sent wait for nobody. */
export async function readQueue(db: Queryable): Promise<WebhookQueue> {
  const { rows } = await db.query<WebhookQueue>({
    text: `
      with busy as (
        select deliveries.endpoint_id, count(*) as n
        from hooks.deliveries
        where deliveries.claim_id is not null
        group by deliveries.endpoint_id
      ),
      queue as (
        select case when ${isUnclaimed} then deliveries.due_at end as due_at,
          ${laneIsFree}
            and ${endpointIsActive}
            and ${pauseIsOver}
            and endpoint_health.breaker = 'closed'
            and coalesce(busy.n, 0) < ${endpointSlots(String(slotsPerEndpoint))} as ready
        from hooks.deliveries
        join hooks.endpoints on endpoints.id = deliveries.endpoint_id
        join hooks.endpoint_health on endpoint_health.endpoint_id = deliveries.endpoint_id
        left join busy on busy.endpoint_id = deliveries.endpoint_id
      )
      select count(*)::integer as open,
        greatest(0, coalesce(extract(epoch from now() - min(queue.due_at) filter (where queue.ready)), 0))::float8
          as "readySeconds",
        greatest(0, coalesce(extract(epoch from now() - min(queue.due_at) filter (where not queue.ready)), 0))::float8
          as "waitingSeconds"
      from queue`,
  });
  return rows[0] ?? { open: 0, readySeconds: 0, waitingSeconds: 0 };
}
