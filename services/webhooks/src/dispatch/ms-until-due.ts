import type { Queryable } from "@shipment-tracking/postgres";
import { endpointIsActive } from "@shipment-tracking/webhooks";
import { healthOfEndpoints } from "./health-of-endpoints.ts";

/**
 * Ms until an endpoint is to be looked at, 0 when one waits for it, null when none will: what an idle worker asks, in one statement instead of a
 * transaction of four. Endpoints that are paused or disabled are looked at once they are active again, whatever waits for them. One that never had a turn
 * waits since `-infinity`, from which PostgreSQL below 17 takes no time away.
 */
export async function msUntilDue(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ readonly ms: number | null }>({
    name: "ms_until_webhook_is_due",
    // below infinity: the condition of the index
    text: `
      select case
          when endpoint_health.next_look_at <= now() then 0
          else (extract(epoch from endpoint_health.next_look_at - now()) * 1000)::float8
        end as ms
      from ${healthOfEndpoints}
      where endpoint_health.next_look_at < 'infinity'
        and ${endpointIsActive}
      order by endpoint_health.next_look_at
      limit 1`,
  });
  return rows[0]?.ms ?? null;
}
