import { randomUUID } from "node:crypto";
import { allAnswers, plainArray, type Pool, type Queryable } from "@shipment-tracking/postgres";
import {
  endpointIsActive,
  isDue,
  isUnclaimed,
  laneIsFree,
  slotsPerEndpoint,
} from "@shipment-tracking/webhooks";
import { healthOfEndpoints } from "./health-of-endpoints.ts";
import { eachPriority, leasesOf, nextLookAt } from "./next-look.ts";
import { pickEndpoints } from "./pick-endpoints.ts";
import { freeSlots, fullTenants, shareSlots, type SlotLimits } from "./share-slots.ts";
import { inQueueTransactionEndedBy } from "../queue-transaction.ts";

/** A delivery that this process is to send now. The attempt is written down already. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly claimId: string;
  readonly endpointId: string;
  readonly tenantId: string;
  readonly messageId: string;
  readonly shipmentId: string | null;
  readonly sequence: number;
  readonly kind: "event" | "test" | "replay";
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  readonly attemptStartedAt: string;
  readonly firstAttemptAt: string;
  readonly body: Buffer;
  /** When the event was recorded, ISO 8601. */
  readonly recordedAt: string;
}

export interface ClaimOptions extends Omit<SlotLimits, "perEndpoint"> {
  /** How long a claimed delivery belongs to this process; longer than any attempt may take. */
  readonly leaseMs: number;
  /** So many claims of dead workers were taken back. */
  onExpired?(leases: number): void;
}

/**
 * Claims due deliveries, as many as the limits allow, in one transaction with the rows of their attempts: what was sent and not finished
 * can always be seen. Endpoints that gave nothing are not looked at again before something of theirs is due.
 */
export async function claimDeliveries(
  pool: Pool,
  options: ClaimOptions,
): Promise<readonly ClaimedDelivery[]> {
  const limits = { ...options, perEndpoint: slotsPerEndpoint };
  if (freeSlots(limits) <= 0) return [];
  return await inQueueTransactionEndedBy(pool, async (tx) => {
    const endpoints = await pickEndpoints(tx, fullTenants(limits));
    if (endpoints.length === 0) return () => Promise.resolve([]);
    const expired = endpoints.reduce((sum, endpoint) => sum + endpoint.expired, 0);
    if (expired > 0) options.onExpired?.(expired);
    const slots = shareSlots(endpoints, limits);
    const endpointIds = endpoints.map(({ endpointId }) => endpointId);
    return async () => {
      const [{ claimed }] = await allAnswers([
        claimDue(tx, slots, options),
        noteLook(tx, endpointIds),
      ]);
      return claimed;
    };
  });
}

interface Claim {
  /** Others waited, and so nothing was looked for: false. */
  readonly isTurn: boolean;
  readonly claimed: readonly ClaimedDelivery[];
}

export const nothingClaimed: Claim = { isTurn: false, claimed: [] };

/** What a row says when nothing was claimed. */
interface Nothing {
  readonly id: null;
}

/**
 * Claims due deliveries of these endpoints, as many of each as it says and its slots allow. The rows need no lock of their own: whoever changes deliveries holds the
 * lock of their endpoint's health. Limits are constants, orders are those of the indexes, and rows are found again by their place: a plan made
 * on an empty queue stays quick with 100,000 rows as long as sequential scans are off.
 */
export async function claimDue(
  tx: Queryable,
  slots: ReadonlyMap<string, number>,
  options: {
    readonly leaseMs: number;
    /** Nothing is claimed while another endpoint waits for its turn. */
    readonly unlessOthersWait?: boolean;
  },
): Promise<Claim> {
  if (slots.size === 0) return nothingClaimed;
  const { rows } = await tx.query<(ClaimedDelivery | Nothing) & { readonly isTurn: boolean }>({
    name: "claim_webhook_deliveries",
    text: `
      with turn as materialized (
        select not $5 or not exists (
          select
          from ${healthOfEndpoints}
          where endpoint_health.next_look_at <= now()
            and endpoint_health.next_look_at < 'infinity'
            and endpoint_health.endpoint_id <> all ($1::uuid[])
            and ${endpointIsActive}
        ) as is_ours
      ),
      wanted as (
        select wanted.endpoint_id, least(wanted.slots, ${String(slotsPerEndpoint)} - leased.n) as slots
        from turn
        cross join unnest($1::uuid[], $2::integer[]) as wanted (endpoint_id, slots)
        cross join lateral (${leasesOf("wanted.endpoint_id")}) as leased
        where turn.is_ours
      ),
      due as materialized (
        select next_due.ctid
        from wanted
        cross join lateral (
          select first_due.ctid
          from ${eachPriority}
          cross join lateral (
            select deliveries.ctid, deliveries.priority, deliveries.due_at
            from hooks.deliveries
            where deliveries.endpoint_id = wanted.endpoint_id
              and deliveries.priority = priorities.priority
              and ${laneIsFree}
              and ${isUnclaimed}
              and ${isDue}
            order by deliveries.due_at
            limit ${String(slotsPerEndpoint)}
          ) as first_due
          order by first_due.priority, first_due.due_at
          limit wanted.slots
        ) as next_due
      ),
      claimed as (
        update hooks.deliveries
        set claim_id = $3,
          leased_until = now() + $4::integer * interval '1 millisecond',
          attempts = deliveries.attempts + 1,
          first_attempt_at = coalesce(deliveries.first_attempt_at, now())
        from due
        where deliveries.ctid = due.ctid
          and ${isUnclaimed}
        returning deliveries.*
      ),
      started as (
        insert into hooks.attempts (delivery_id, number, started_at, tenant_id, endpoint_id, claim_id)
        select claimed.id, claimed.attempts, now(), claimed.tenant_id, claimed.endpoint_id, claimed.claim_id
        from claimed
      )
      select turn.is_ours as "isTurn", claimed.id, claimed.claim_id as "claimId", claimed.endpoint_id as "endpointId", claimed.tenant_id as "tenantId",
        claimed.message_id as "messageId", claimed.shipment_id as "shipmentId", claimed.sequence, claimed.kind, claimed.attempts as attempt,
        now()::timestamptz(3) as "attemptStartedAt", claimed.first_attempt_at as "firstAttemptAt",
        messages.body, messages.recorded_at as "recordedAt"
      from turn
      left join (
        claimed
        join hooks.messages on messages.id = claimed.message_id
          and messages.created_at = claimed.message_created_at
      ) on true`,
    values: [
      plainArray([...slots.keys()]),
      plainArray([...slots.values()]),
      randomUUID(),
      options.leaseMs,
      options.unlessOthersWait ?? false,
    ],
  });
  return {
    isTurn: rows.some(({ isTurn }) => isTurn),
    claimed: rows.filter((row) => row.id !== null),
  };
}

/** The endpoints were looked at: says when to look at them again, and lets a probe begin. */
async function noteLook(tx: Queryable, endpointIds: readonly string[]): Promise<void> {
  await tx.query({
    name: "note_webhook_look",
    text: `
      update hooks.endpoint_health
      set last_claimed_at = clock_timestamp(),
        breaker = case when endpoint_health.breaker = 'open' then 'half_open' else endpoint_health.breaker end,
        next_look_at = ${nextLookAt("looked.endpoint_id")}
      from unnest($1::uuid[]) as looked (endpoint_id)
      cross join lateral (${leasesOf("looked.endpoint_id")}) as leased
      where endpoint_health.endpoint_id = looked.endpoint_id`,
    values: [endpointIds],
  });
}
