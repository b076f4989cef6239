import type { Queryable } from "@shipment-tracking/postgres";
import {
  breakerLetsPass,
  endpointIsActive,
  isUnderWay,
  pauseIsOver,
  slotsPerEndpoint,
} from "@shipment-tracking/webhooks";
import { healthOfEndpoints } from "./health-of-endpoints.ts";

/** An endpoint that may be sent to now; its health row stays locked until the transaction ends. */
export interface PickedEndpoint {
  readonly endpointId: string;
  readonly tenantId: string;
  readonly breaker: "closed" | "open" | "half_open";
  /** Slots while ramping up after an outage; null: all. */
  readonly rampSlots: number | null;
  /** Deliveries under way in any process. */
  readonly inFlight: number;
  /** Claims of dead workers that were taken back with this look. */
  readonly expired: number;
}

// more than there are slots would only be locked for nothing
const maxEndpoints = 64;

/**
 * Locks endpoints that have something to look at, the one that has waited for its turn the longest first; those that another worker has
 * locked are left to it, and so are those of the tenants that have enough under way here. An open breaker whose time has come counts:
 * the next delivery is its probe. Endpoints are looked up one by one and by their key alone: joined, a plan made on
 * empty tables read all of them. Leases are looked up in the order of their index, at most as many as an endpoint has slots: asked for without
 * order and limit, a plan made on an empty queue read all deliveries of the endpoint by another index (140 to 200 ms with 100,000 of them, now about 1 ms).
 */
export async function pickEndpoints(
  tx: Queryable,
  fullTenants: readonly string[],
): Promise<readonly PickedEndpoint[]> {
  const { rows } = await tx.query<PickedEndpoint>({
    name: "pick_webhook_endpoints",
    // below infinity: the condition of the index
    text: `
      with picked as materialized (
        select endpoint_health.endpoint_id, endpoint_health.tenant_id, endpoint_health.breaker, endpoint_health.ramp_slots,
          endpoint_health.next_look_at
        from ${healthOfEndpoints}
        where endpoint_health.next_look_at <= now()
          and endpoint_health.next_look_at < 'infinity'
          and endpoint_health.tenant_id <> all ($1::uuid[])
          and ${endpointIsActive}
          and ${pauseIsOver}
          and ${breakerLetsPass}
        order by endpoint_health.next_look_at
        limit ${String(maxEndpoints)}
        for no key update of endpoint_health skip locked
      ),
      expired as (
        update hooks.deliveries
        set claim_id = null,
          leased_until = null
        from picked
        cross join lateral (
          select deliveries.ctid
          from hooks.deliveries
          where deliveries.endpoint_id = picked.endpoint_id
            and deliveries.claim_id is not null
            and deliveries.leased_until < now()
          order by deliveries.leased_until
          limit ${String(slotsPerEndpoint)}
        ) as ended
        where deliveries.ctid = ended.ctid
          and deliveries.claim_id is not null
          and deliveries.leased_until < now()
        returning deliveries.endpoint_id
      )
      select picked.endpoint_id as "endpointId", picked.tenant_id as "tenantId", picked.breaker,
        picked.ramp_slots as "rampSlots",
        (
          select count(*)
          from (
            select
            from hooks.deliveries
            where deliveries.endpoint_id = picked.endpoint_id
              and ${isUnderWay}
            order by deliveries.leased_until
            limit ${String(slotsPerEndpoint)}
          ) as under_way
        )::integer as "inFlight",
        (select count(*) from expired where expired.endpoint_id = picked.endpoint_id)::integer as "expired"
      from picked
      order by picked.next_look_at`,
    values: [fullTenants],
  });
  return rows;
}
