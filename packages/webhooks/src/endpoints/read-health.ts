import type { Queryable } from "@shipment-tracking/postgres";

/** How an endpoint is doing. Times are ISO 8601 UTC. */
export interface EndpointHealthView {
  readonly endpointId: string;
  readonly breaker: "closed" | "open" | "half_open";
  /** When an open breaker lets one delivery pass. */
  readonly retryAt: string | null;
  readonly failuresInRow: number;
  /** By Retry-After; null or past: no pause. */
  readonly pausedUntil: string | null;
  readonly failingSince: string | null;
  readonly failingAttempts: number;
  readonly lastSuccessAt: string | null;
  readonly lastFailureAt: string | null;
  /** Deliveries in the queue, those under way included. */
  readonly waiting: number;
  /** Since when the oldest delivery is due that has not been sent, whatever it waits for. */
  readonly oldestDueAt: string | null;
  /** Of the last 24 hours, at most the newest `attemptSample` attempts. */
  readonly attempts: number;
  readonly delivered: number;
  /** Milliseconds from the start of an attempt to its success; null without one. */
  readonly latencyP50Ms: number | null;
  readonly latencyP95Ms: number | null;
}

export const attemptSample = 5_000;

/** The health of the tenant's endpoints, by endpoint id. */
export async function readEndpointHealth(
  db: Queryable,
  tenantId: string,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, EndpointHealthView>> {
  const { rows } = await db.query<EndpointHealthView>({
    name: "read_webhook_endpoint_health",
    text: `
      select endpoint_health.endpoint_id as "endpointId", endpoint_health.breaker, endpoint_health.retry_at as "retryAt",
        endpoint_health.failures_in_row as "failuresInRow", endpoint_health.paused_until as "pausedUntil",
        endpoint_health.failing_since as "failingSince", endpoint_health.failing_attempts as "failingAttempts",
        endpoint_health.last_success_at as "lastSuccessAt", endpoint_health.last_failure_at as "lastFailureAt",
        queue.waiting, queue.oldest_due_at as "oldestDueAt", recent.attempts, recent.delivered,
        recent.p50 as "latencyP50Ms", recent.p95 as "latencyP95Ms"
      from hooks.endpoint_health
      cross join lateral (
        select count(*)::integer as waiting, min(deliveries.due_at) filter (where deliveries.due_at <= now()) as oldest_due_at
        from hooks.deliveries
        where deliveries.endpoint_id = endpoint_health.endpoint_id
      ) as queue
      cross join lateral (
        select count(*)::integer as attempts, count(*) filter (where newest.delivered)::integer as delivered,
          round(percentile_cont(0.5) within group (order by newest.ms) filter (where newest.delivered))::integer as p50,
          round(percentile_cont(0.95) within group (order by newest.ms) filter (where newest.delivered))::integer as p95
        from (
          select attempts.outcome = 'delivered' as delivered,
            extract(epoch from attempts.finished_at - attempts.started_at)::double precision * 1000 as ms
          from hooks.attempts
          where attempts.endpoint_id = endpoint_health.endpoint_id
            and attempts.started_at > now() - interval '24 hours'
            and attempts.finished_at is not null
          order by attempts.started_at desc
          limit $3
        ) as newest
      ) as recent
      where endpoint_health.tenant_id = $1
        and endpoint_health.endpoint_id = any ($2::uuid[])`,
    values: [tenantId, endpointIds, attemptSample],
  });
  return new Map(rows.map((row) => [row.endpointId, row]));
}
