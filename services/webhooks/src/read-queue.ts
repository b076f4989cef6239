import type { Queryable } from "@shipment-tracking/postgres";
import {
  breakerLetsPass,
  endpointIsActive,
  endpointSlots,
  isDue,
  isUnderWay,
  laneIsFree,
  pauseIsOver,
  slotsPerEndpoint,
} from "@shipment-tracking/webhooks";

/** The queue of deliveries as it is now, by the database's clock. */
export interface WebhookQueue {
  /** Deliveries that are neither finished nor given up. */
  readonly open: number;
  /**
   * For how many seconds workers have left alone what they could have taken, the longest such time; 0: nothing. By the predicates of the claim, and counted
   * from when the last of them came true, not from when the delivery was due. Grows when no worker keeps up, or none runs.
   */
  readonly readySeconds: number;
  /**
   * For how many seconds a due delivery has been held back, the longest such time: behind an earlier event of its shipment, for a slot of a slow
   * receiver, for a Retry-After, an open breaker, or a paused or disabled endpoint; 0: none. One that a worker could take now counts up to that moment.
   */
  readonly waitingSeconds: number;
}

/**
 * When the last thing ended that held a delivery back and whose end is known. Slots and lanes become free when an attempt ends or a dead
 * worker's lease does. What nobody wrote down (a rest that `enable` ended, a lane whose head had waited for a week) is looked at at once.
 */
const takeableSince = `
  greatest(
    deliveries.due_at,
    endpoints.state_changed_at,
    endpoint_health.paused_until,
    case when endpoint_health.breaker = 'open' then endpoint_health.retry_at end,
    endpoint_health.last_success_at,
    endpoint_health.last_failure_at,
    claims.ended_at
  )`;

/**
 * Reads the whole queue once. Deliveries that are being sent wait for nobody. When a worker is to look at an endpoint (`next_look_at`) is not
 * asked: a look that was put down too late is one of the faults that this shows.
 */
export async function readQueue(db: Queryable): Promise<WebhookQueue> {
  const { rows } = await db.query<WebhookQueue>({
    text: `
      with claims as (
        select deliveries.endpoint_id, count(*) filter (where ${isUnderWay}) as n,
          max(deliveries.leased_until) filter (where not ${isUnderWay}) as ended_at
        from hooks.deliveries
        where deliveries.claim_id is not null
        group by deliveries.endpoint_id
      ),
      queue as (
        select ${isDue} and not ${isUnderWay} as waits, deliveries.due_at, ${takeableSince} as takeable_since,
          ${laneIsFree}
            and ${endpointIsActive}
            and ${pauseIsOver}
            and ${breakerLetsPass}
            and coalesce(claims.n, 0) < ${endpointSlots(String(slotsPerEndpoint))} as ready
        from hooks.deliveries
        join hooks.endpoints on endpoints.id = deliveries.endpoint_id
        join hooks.endpoint_health on endpoint_health.endpoint_id = deliveries.endpoint_id
        left join claims on claims.endpoint_id = deliveries.endpoint_id
      ),
      ages as (
        select case when queue.waits and queue.ready then now() - queue.takeable_since end as ready,
          case when queue.waits then case when queue.ready then queue.takeable_since else now() end - queue.due_at end as held
        from queue
      )
      select count(*)::integer as open,
        greatest(0, coalesce(extract(epoch from max(ages.ready)), 0))::float8 as "readySeconds",
        greatest(0, coalesce(extract(epoch from max(ages.held)), 0))::float8 as "waitingSeconds"
      from ages`,
  });
  return rows[0] ?? { open: 0, readySeconds: 0, waitingSeconds: 0 };
}
