import { randomUUID } from "node:crypto";
import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { pickEndpoints } from "./pick-endpoints.ts";
import { shareSlots, type SlotLimits } from "./share-slots.ts";

/** A delivery that this process is to send now. The attempt is written down already. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly claimId: string;
  readonly endpointId: string;
  readonly tenantId: string;
  readonly messageId: string;
  readonly messageCreatedAt: string;
  readonly shipmentId: string | null;
  readonly sequence: number;
  readonly kind: "event" | "test" | "replay";
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  readonly attemptStartedAt: string;
  readonly firstAttemptAt: string;
  readonly createdAt: string;
  readonly body: Buffer;
}

export interface ClaimOptions extends SlotLimits {
  /** How long a claimed delivery belongs to this process; longer than any attempt may take. */
  readonly leaseMs: number;
}

// endpoints looked at per claim: more than there are slots would only be locked for nothing
const maxEndpoints = 64;

/**
 * Claims due deliveries, at most `free`, in one transaction with the rows of their attempts: what was sent and not finished can always
 * be seen. Endpoints that gave nothing are not looked at again before something of theirs is due.
 */
export async function claimDeliveries(
  pool: Pool,
  options: ClaimOptions,
): Promise<readonly ClaimedDelivery[]> {
  if (options.free <= 0) return [];
  return await inTransaction(pool, async (tx) => {
    const endpoints = await pickEndpoints(tx, Math.min(maxEndpoints, options.free));
    if (endpoints.length === 0) return [];
    const slots = shareSlots(endpoints, options);
    const claimed = slots.size === 0 ? [] : await claimOf(tx, slots, options.leaseMs);
    await insertAttempts(tx, claimed);
    await noteLook(
      tx,
      endpoints.map(({ endpointId }) => endpointId),
      options.perEndpoint,
    );
    return claimed;
  });
}

async function claimOf(
  tx: Queryable,
  slots: ReadonlyMap<string, number>,
  leaseMs: number,
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await tx.query<ClaimedDelivery>({
    name: "claim_webhook_deliveries",
    text: `
      with wanted as (
        select wanted.endpoint_id, wanted.slots
        from unnest($1::uuid[], $2::integer[]) as wanted (endpoint_id, slots)
      ),
      due as materialized (
        select next_due.id
        from wanted
        cross join lateral (
          select deliveries.id
          from hooks.deliveries
          where deliveries.endpoint_id = wanted.endpoint_id
            and not deliveries.blocked
            and deliveries.claim_id is null
            and deliveries.due_at <= now()
          order by deliveries.priority, deliveries.due_at
          limit wanted.slots
          for update skip locked
        ) as next_due
      ),
      claimed as (
        update hooks.deliveries
        set claim_id = $3,
          leased_until = now() + $4::integer * interval '1 millisecond',
          attempts = deliveries.attempts + 1,
          first_attempt_at = coalesce(deliveries.first_attempt_at, now())
        from due
        where deliveries.id = due.id
        returning deliveries.*
      )
      select claimed.id, claimed.claim_id as "claimId", claimed.endpoint_id as "endpointId", claimed.tenant_id as "tenantId",
        claimed.message_id as "messageId", claimed.message_created_at as "messageCreatedAt",
        claimed.shipment_id as "shipmentId", claimed.sequence, claimed.kind, claimed.attempts as attempt,
        now()::timestamptz(3) as "attemptStartedAt", claimed.first_attempt_at as "firstAttemptAt", claimed.created_at as "createdAt", messages.body
      from claimed
      join hooks.messages on messages.id = claimed.message_id
        and messages.created_at = claimed.message_created_at`,
    values: [[...slots.keys()], [...slots.values()], randomUUID(), leaseMs],
  });
  return rows;
}

async function insertAttempts(tx: Queryable, claimed: readonly ClaimedDelivery[]): Promise<void> {
  if (claimed.length === 0) return;
  await tx.query({
    name: "insert_webhook_attempts",
    text: `
      insert into hooks.attempts (delivery_id, number, started_at, tenant_id, endpoint_id, claim_id)
      select started.delivery_id, started.number, now(), started.tenant_id, started.endpoint_id, $5
      from unnest($1::uuid[], $2::integer[], $3::uuid[], $4::uuid[]) as started (delivery_id, number, tenant_id, endpoint_id)`,
    values: [
      claimed.map((delivery) => delivery.id),
      claimed.map((delivery) => delivery.attempt),
      claimed.map((delivery) => delivery.tenantId),
      claimed.map((delivery) => delivery.endpointId),
      claimed[0]?.claimId,
    ],
  });
}

/**
 * When to look at the endpoints again: at the earliest due delivery while slots are free, else when the first lease ends (a
 * completion looks sooner); never when nothing waits.
 */
async function noteLook(
  tx: Queryable,
  endpointIds: readonly string[],
  perEndpoint: number,
): Promise<void> {
  await tx.query({
    name: "note_webhook_look",
    text: `
      update hooks.endpoint_health
      set last_claimed_at = clock_timestamp(),
        breaker = case when endpoint_health.breaker = 'open' then 'half_open' else endpoint_health.breaker end,
        next_look_at = least(
          coalesce(leased.first_end, 'infinity'),
          case
            when leased.n >= case
              when endpoint_health.breaker = 'closed' then least(coalesce(endpoint_health.ramp_slots, $2::integer), $2::integer)
              else 1
            end then 'infinity'
            else coalesce(waiting.first_due, 'infinity')
          end
        )
      from unnest($1::uuid[]) as looked (endpoint_id)
      cross join lateral (
        select count(*)::integer as n, min(deliveries.leased_until) as first_end
        from hooks.deliveries
        where deliveries.endpoint_id = looked.endpoint_id
          and deliveries.claim_id is not null
      ) as leased
      cross join lateral (
        select min(first_of.due_at) as first_due
        from (values (0::smallint), (1::smallint)) as priorities (priority)
        cross join lateral (
          select deliveries.due_at
          from hooks.deliveries
          where deliveries.endpoint_id = looked.endpoint_id
            and deliveries.priority = priorities.priority
            and not deliveries.blocked
            and deliveries.claim_id is null
          order by deliveries.due_at
          limit 1
        ) as first_of
      ) as waiting
      where endpoint_health.endpoint_id = looked.endpoint_id`,
    values: [endpointIds, perEndpoint],
  });
}
