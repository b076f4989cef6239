import type { Queryable } from "@shipment-tracking/postgres";
import {
  breakerLetsPass,
  endpointIsActive,
  endpointSlots,
  holdsItsLane,
  isDue,
  isUnderWay,
  laneIsFree,
  pauseIsOver,
  slotsPerEndpoint,
} from "./predicates.ts";
import { type Waiting, whyWaiting } from "./why-waiting.ts";

interface Row {
  readonly id: string;
  readonly underWay: boolean;
  readonly endpointState: "active" | "paused" | "disabled";
  readonly endpointIsActive: boolean;
  readonly pauseIsOver: boolean;
  readonly pausedUntil: string | null;
  readonly breaker: "closed" | "open" | "half_open";
  readonly breakerLetsPass: boolean;
  readonly retryAt: string | null;
  readonly laneIsFree: boolean;
  readonly isDue: boolean;
  readonly dueAt: string;
  readonly attempts: number;
  readonly slotsAreTaken: boolean;
  readonly headSequence: number | null;
  readonly headAttempts: number | null;
  readonly headDueAt: string | null;
  readonly headUnderWay: boolean | null;
}

/** Why each of the tenant's open deliveries waits, by delivery id; those that are not in the queue (any more) are absent. */
export async function explainDeliveries(
  db: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Waiting>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<Row>({
    name: "explain_webhook_deliveries",
    text: `
      select deliveries.id, ${isUnderWay} as "underWay", endpoints.state as "endpointState",
        (${endpointIsActive}) as "endpointIsActive", ${pauseIsOver} as "pauseIsOver",
        endpoint_health.paused_until as "pausedUntil", endpoint_health.breaker, ${breakerLetsPass} as "breakerLetsPass",
        endpoint_health.retry_at as "retryAt", ${laneIsFree} as "laneIsFree", ${isDue} as "isDue",
        deliveries.due_at as "dueAt", deliveries.attempts, running.n >= ${endpointSlots("$3::integer")} as "slotsAreTaken",
        head.sequence as "headSequence", head.attempts as "headAttempts", head.due_at as "headDueAt",
        head.under_way as "headUnderWay"
      from hooks.deliveries
      join hooks.endpoints on endpoints.id = deliveries.endpoint_id
      join hooks.endpoint_health on endpoint_health.endpoint_id = deliveries.endpoint_id
      cross join lateral (
        select count(*) as n
        from hooks.deliveries
        where deliveries.endpoint_id = endpoint_health.endpoint_id
          and ${isUnderWay}
      ) as running
      left join lateral (
        select earlier.sequence, earlier.attempts, earlier.due_at, earlier.claim_id is not null as under_way
        from hooks.deliveries as earlier
        where earlier.endpoint_id = deliveries.endpoint_id
          and earlier.shipment_id = deliveries.shipment_id
          and earlier.sequence < deliveries.sequence
          and ${holdsItsLane("earlier")}
        order by earlier.sequence
        limit 1
      ) as head on deliveries.blocked
      where deliveries.tenant_id = $1
        and deliveries.id = any ($2::uuid[])`,
    values: [tenantId, ids, slotsPerEndpoint],
  });
  return new Map(rows.map((row) => [row.id, whyWaiting({ ...row, head: headOf(row) })]));
}

function headOf({ headSequence, headAttempts, headDueAt, headUnderWay }: Row) {
  if (headSequence === null || headAttempts === null || headDueAt === null) return null;
  return {
    sequence: headSequence,
    attempts: headAttempts,
    dueAt: headDueAt,
    underWay: headUnderWay === true,
  };
}
