import type { Queryable } from "@shipment-tracking/postgres";

/** An endpoint that may be sent to now; its health row stays locked until the transaction ends. */
export interface PickedEndpoint {
  readonly endpointId: string;
  readonly tenantId: string;
  readonly breaker: "closed" | "open" | "half_open";
  /** Slots while ramping up after an outage; null: all. */
  readonly rampSlots: number | null;
  /** Deliveries under way in any process. */
  readonly inFlight: number;
}

/**
 * Locks endpoints that have something to look at, the one least recently served first; those that another worker has locked are
 * left to it. An open breaker whose time has come counts: the next delivery is its probe.
 */
export async function pickEndpoints(
  tx: Queryable,
  limit: number,
): Promise<readonly PickedEndpoint[]> {
  const { rows } = await tx.query<PickedEndpoint>({
    name: "pick_webhook_endpoints",
    text: `
      with picked as materialized (
        select endpoint_health.endpoint_id, endpoint_health.tenant_id, endpoint_health.breaker, endpoint_health.ramp_slots,
          endpoint_health.last_claimed_at
        from hooks.endpoint_health
        join hooks.endpoints on endpoints.id = endpoint_health.endpoint_id
        where endpoint_health.next_look_at <= now()
          and endpoints.state = 'active'
          and endpoints.deleted_at is null
          and (endpoint_health.paused_until is null or endpoint_health.paused_until <= now())
          and (endpoint_health.breaker <> 'open' or endpoint_health.retry_at <= now())
        order by endpoint_health.last_claimed_at
        limit $1
        for no key update of endpoint_health skip locked
      ),
      expired as (
        update hooks.deliveries
        set claim_id = null,
          leased_until = null
        from picked
        where deliveries.endpoint_id = picked.endpoint_id
          and deliveries.claim_id is not null
          and deliveries.leased_until < now()
        returning deliveries.endpoint_id
      )
      select picked.endpoint_id as "endpointId", picked.tenant_id as "tenantId", picked.breaker,
        picked.ramp_slots as "rampSlots",
        (
          select count(*)
          from hooks.deliveries
          where deliveries.endpoint_id = picked.endpoint_id
            and deliveries.claim_id is not null
            and deliveries.leased_until >= now()
        )::integer as "inFlight",
        (select count(*) from expired where expired.endpoint_id = picked.endpoint_id)::integer as "expired"
      from picked
      order by picked.last_claimed_at`,
    values: [limit],
  });
  return rows;
}
