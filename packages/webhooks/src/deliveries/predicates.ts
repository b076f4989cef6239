/**
 * When a delivery may be sent, as SQL: the claim of the workers and the words for why a delivery waits are made of the same
 * fragments. They name the tables `endpoints`, `endpoint_health` and `deliveries` as they are.
 */

/** The endpoint takes deliveries: neither paused nor disabled nor deleted. */
export const endpointIsActive = "endpoints.state = 'active' and endpoints.deleted_at is null";

/** The endpoint did not ask for a pause (Retry-After), or the pause is over. */
export const pauseIsOver =
  "(endpoint_health.paused_until is null or endpoint_health.paused_until <= now())";

/** The breaker is not open, or its time has come: the next delivery is its probe. */
export const breakerLetsPass =
  "(endpoint_health.breaker <> 'open' or endpoint_health.retry_at <= now())";

/** No earlier delivery of the lane holds it. */
export const laneIsFree = "not deliveries.blocked";

/** No worker is sending it. One whose lease ended counts as sent until the next look at the endpoint takes it back. */
export const isUnclaimed = "deliveries.claim_id is null";

export const isDue = "deliveries.due_at <= now()";

/** A worker is sending it, and is alive as far as anybody knows. */
export const isUnderWay = "(deliveries.claim_id is not null and deliveries.leased_until >= now())";

/** Deliveries of the endpoint that may be under way at the same time; `perEndpoint` is an SQL expression. */
export function endpointSlots(perEndpoint: string): string {
  return `
    case
      when endpoint_health.breaker = 'closed' then least(coalesce(endpoint_health.ramp_slots, ${perEndpoint}), ${perEndpoint})
      else 1
    end`;
}

/** Of one delivery of a lane: the later ones wait for it. `table` is the name that the statement gives it. */
export function holdsItsLane(table: string): string {
  return `${table}.kind = 'event' and ${table}.holds`;
}

/**
 * When the endpoint is to be looked at for what is due: not before a pause or an open breaker ends, else at once, its place in the line of
 * those that wait counting from its last turn.
 */
export const endpointOpensAt = `
  greatest(
    endpoint_health.last_claimed_at,
    endpoint_health.paused_until,
    case when endpoint_health.breaker = 'open' then endpoint_health.retry_at end
  )`;

/** Priorities, the first served first: a test that somebody waits for, live traffic, what is recovered. */
export const priorities = { test: -1, live: 0, recovered: 1 } as const;

/** Deliveries of one endpoint under way at the same time in all processes. */
export const slotsPerEndpoint = 4;
