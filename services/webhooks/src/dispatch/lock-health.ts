import { plainArray, type Queryable } from "@shipment-tracking/postgres";
import { leasesOf, nextLookAt } from "./next-look.ts";

/** What is known of an endpoint's health, as the breaker and the rule of disabling need it. Times are ISO 8601 of the database. */
export interface EndpointHealth {
  readonly endpointId: string;
  readonly tenantId: string;
  readonly state: "active" | "paused" | "disabled";
  readonly ordering: "ordered" | "latest";
  readonly breaker: "closed" | "open" | "half_open";
  readonly failuresInRow: number;
  readonly openedTimes: number;
  readonly retryAt: string | null;
  readonly rampSlots: number | null;
  readonly pausedUntil: string | null;
  readonly failingSince: string | null;
  readonly failingAttempts: number;
}

export interface LockedHealth {
  /** The database's clock, ISO 8601: every time that is written is counted from it. */
  readonly now: string;
  readonly endpoints: ReadonlyMap<string, EndpointHealth>;
}

/**
 * Locks the endpoints' health rows in id order, the order in which everybody locks them; deleted endpoints are absent. Endpoints are looked up one by
 * one and by their key alone: joined, a plan made on empty tables read all of them.
 */
export async function lockHealth(
  tx: Queryable,
  endpointIds: readonly string[],
): Promise<LockedHealth> {
  const { rows } = await tx.query<EndpointHealth & { readonly now: string }>({
    name: "lock_webhook_health",
    text: `
      select endpoint_health.endpoint_id as "endpointId", endpoint_health.tenant_id as "tenantId", known.state,
        known.ordering, endpoint_health.breaker, endpoint_health.failures_in_row as "failuresInRow",
        endpoint_health.opened_times as "openedTimes", endpoint_health.retry_at as "retryAt",
        endpoint_health.ramp_slots as "rampSlots", endpoint_health.paused_until as "pausedUntil",
        endpoint_health.failing_since as "failingSince", endpoint_health.failing_attempts as "failingAttempts",
        clock_timestamp()::timestamptz(3) as now
      from hooks.endpoint_health
      cross join lateral (
        select endpoints.state, endpoints.ordering, endpoints.deleted_at
        from hooks.endpoints
        where endpoints.id = endpoint_health.endpoint_id
        limit 1
      ) as known
      where endpoint_health.endpoint_id = any ($1::uuid[])
        and known.deleted_at is null
      order by endpoint_health.endpoint_id
      for no key update of endpoint_health`,
    values: [endpointIds],
  });
  return {
    now: rows[0]?.now ?? new Date().toISOString(),
    endpoints: new Map(rows.map((row) => [row.endpointId, row])),
  };
}

/** What a worker learned about an endpoint, beside its breaker. */
export interface HealthChange {
  readonly health: EndpointHealth;
  readonly delivered: number;
  readonly failed: number;
}

/**
 * Writes the health back, and has the endpoint looked at as soon as it may be sent to, its place in the line counting from its last turn. Those in
 * `looked` have just been looked at; their breakers are and were closed. True when one of them waits for a look now.
 */
export async function saveHealth(
  tx: Queryable,
  changes: readonly HealthChange[],
  looked: ReadonlySet<string>,
): Promise<boolean> {
  if (changes.length === 0) return false;
  const column = (of: (change: HealthChange) => string | number | null) =>
    plainArray(changes.map(of));
  const { rows } = await tx.query<{ readonly waits: boolean }>({
    name: "save_webhook_health",
    text: `
      with saved as (
        update hooks.endpoint_health
        set breaker = changed.breaker,
          failures_in_row = changed.failures_in_row,
          opened_times = changed.opened_times,
          retry_at = changed.retry_at,
          ramp_slots = changed.ramp_slots,
          paused_until = changed.paused_until,
          failing_since = changed.failing_since,
          failing_attempts = changed.failing_attempts,
          last_success_at = case when changed.delivered > 0 then now() else endpoint_health.last_success_at end,
          last_failure_at = case when changed.failed > 0 then now() else endpoint_health.last_failure_at end,
          delivered_total = endpoint_health.delivered_total + changed.delivered,
          failed_attempts_total = endpoint_health.failed_attempts_total + changed.failed,
          last_claimed_at = case when changed.is_looked_at then clock_timestamp() else endpoint_health.last_claimed_at end,
          next_look_at = case
            when changed.is_looked_at then ${nextLookAt("changed.endpoint_id")}
            else greatest(
              endpoint_health.last_claimed_at,
              changed.paused_until,
              case when changed.breaker = 'open' then changed.retry_at end
            )
          end
        from unnest(
          $1::uuid[], $2::text[], $3::integer[], $4::integer[], $5::timestamptz[], $6::smallint[], $7::timestamptz[],
          $8::timestamptz[], $9::integer[], $10::integer[], $11::integer[], $12::boolean[]
        ) as changed (
          endpoint_id, breaker, failures_in_row, opened_times, retry_at, ramp_slots, paused_until, failing_since,
          failing_attempts, delivered, failed, is_looked_at
        )
        left join lateral (${leasesOf("changed.endpoint_id")}) as leased on changed.is_looked_at
        where endpoint_health.endpoint_id = changed.endpoint_id
        returning endpoint_health.next_look_at
      )
      select coalesce(bool_or(saved.next_look_at <= clock_timestamp()), false) as waits
      from saved`,
    values: [
      column(({ health }) => health.endpointId),
      column(({ health }) => health.breaker),
      column(({ health }) => health.failuresInRow),
      column(({ health }) => health.openedTimes),
      column(({ health }) => health.retryAt),
      column(({ health }) => health.rampSlots),
      column(({ health }) => health.pausedUntil),
      column(({ health }) => health.failingSince),
      column(({ health }) => health.failingAttempts),
      column(({ delivered }) => delivered),
      column(({ failed }) => failed),
      plainArray(changes.map(({ health }) => looked.has(health.endpointId))),
    ],
  });
  return rows[0]?.waits ?? false;
}
