import { plainArray, type Pool } from "@shipment-tracking/postgres";
import { lookNow } from "@shipment-tracking/webhooks";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { lockHealth } from "./lock-health.ts";
import { inQueueTransaction } from "../queue-transaction.ts";

/** Gives deliveries back to the queue that were claimed and never sent, as they were before: their attempts never happened. */
export async function returnUnsent(pool: Pool, unsent: readonly ClaimedDelivery[]): Promise<void> {
  if (unsent.length === 0) return;
  await inQueueTransaction(pool, async (tx) => {
    const endpointIds = [...new Set(unsent.map(({ endpointId }) => endpointId))];
    await lockHealth(tx, endpointIds);
    await tx.query({
      name: "return_unsent_webhooks",
      text: `
        with unsent as (
          select unsent.id, unsent.claim_id, unsent.number, unsent.started_at, unsent.endpoint_id
          from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::timestamptz[], $5::uuid[])
            as unsent (id, claim_id, number, started_at, endpoint_id)
        ),
        forgotten as (
          delete from hooks.attempts
          using unsent
          where attempts.delivery_id = unsent.id
            and attempts.endpoint_id = unsent.endpoint_id
            and attempts.number = unsent.number
            and attempts.started_at = unsent.started_at
        )
        update hooks.deliveries
        set claim_id = null,
          leased_until = null,
          attempts = deliveries.attempts - 1,
          first_attempt_at = case when deliveries.attempts > 1 then deliveries.first_attempt_at end
        from unsent
        where deliveries.id = unsent.id
          and deliveries.claim_id = unsent.claim_id`,
      values: [
        plainArray(unsent.map(({ id }) => id)),
        plainArray(unsent.map(({ claimId }) => claimId)),
        plainArray(unsent.map(({ attempt }) => attempt)),
        plainArray(unsent.map(({ attemptStartedAt }) => attemptStartedAt)),
        plainArray(unsent.map(({ endpointId }) => endpointId)),
      ],
    });
    await lookNow(tx, endpointIds);
  });
}
