import type { Pool } from "@shipment-tracking/postgres";
import { lookNow } from "@shipment-tracking/webhooks";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { lockHealth } from "./lock-health.ts";
import { inQueueTransaction } from "../queue-transaction.ts";

/**
 * Gives deliveries back to the queue, due at once: whoever stops does not leave them to the end of their leases. The attempts count, since
 * the receivers may have them.
 */
export async function releaseClaims(
  pool: Pool,
  claimed: readonly ClaimedDelivery[],
): Promise<void> {
  if (claimed.length === 0) return;
  await inQueueTransaction(pool, async (tx) => {
    const endpointIds = [...new Set(claimed.map((delivery) => delivery.endpointId))];
    await lockHealth(tx, endpointIds);
    await tx.query({
      name: "release_webhook_claims",
      text: `
        update hooks.deliveries
        set claim_id = null,
          leased_until = null,
          due_at = now()
        from unnest($1::uuid[], $2::uuid[]) as claims (id, claim_id)
        where deliveries.id = claims.id
          and deliveries.claim_id = claims.claim_id`,
      values: [claimed.map((delivery) => delivery.id), claimed.map((delivery) => delivery.claimId)],
    });
    await lookNow(tx, endpointIds);
  });
}
