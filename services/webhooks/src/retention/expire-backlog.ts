import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { type Lane, unblockLanes } from "../dispatch/finish-deliveries.ts";
import { lockHealth } from "../dispatch/lock-health.ts";
import { lookNow } from "@shipment-tracking/webhooks";
import { inQueueTransaction } from "../queue-transaction.ts";

/**
 * Ends deliveries that have waited for a week (05-webhooks: the backlog is kept 7 days), as dead, and lets their lanes go on.
 * Works in steps, so that a large backlog locks nothing for long. Returns how many ended.
 */
export async function expireBacklog(pool: Pool): Promise<number> {
  let total = 0;
  for (;;) {
    const ended = await expireSome(pool);
    total += ended;
    if (ended === 0) return total;
  }
}

const stepSize = 1_000;

async function expireSome(pool: Pool): Promise<number> {
  // by itself: reading the whole queue is a sequential scan, which the transaction has none of
  const old = await findOld(pool);
  if (old.length === 0) return 0;
  return await inQueueTransaction(pool, async (tx) => {
    // their rows first, as everybody who touches deliveries does: an attempt's completion waits, or has ended
    await lockHealth(tx, [...new Set(old.map(({ endpointId }) => endpointId))]);
    const ended = await endAll(
      tx,
      old.map(({ id }) => id),
    );
    await unblockLanes(tx, lanesOf(ended));
    await lookNow(tx, [...new Set(ended.map(({ endpointId }) => endpointId))]);
    return ended.length;
  });
}

interface OldDelivery {
  readonly id: string;
  readonly endpointId: string;
}

/**
 * In no order: the first that are found. Looked for by reading the whole queue, which is done four times an hour and stops at a step's
 * size; an index would cost every insert and every completion.
 */
async function findOld(db: Queryable): Promise<readonly OldDelivery[]> {
  const { rows } = await db.query<OldDelivery>({
    text: `
      select deliveries.id, deliveries.endpoint_id as "endpointId"
      from hooks.deliveries
      where ${isOld}
      limit $1`,
    values: [stepSize],
  });
  return rows;
}

// one under way is left to its attempt, or to its lease's end
const isOld = `deliveries.created_at < now() - interval '7 days'
        and (deliveries.claim_id is null or deliveries.leased_until < now())`;

async function endAll(tx: Queryable, ids: readonly string[]): Promise<readonly EndedDelivery[]> {
  const { rows } = await tx.query<EndedDelivery>({
    text: `
      with ended as (
        delete from hooks.deliveries
        where deliveries.id = any ($1::uuid[])
          and ${isOld}
        returning deliveries.*
      ),
      kept as (
        insert into hooks.finished_deliveries (
          id, finished_at, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, attempts,
          created_at, state, reason
        )
        select ended.id, now(), ended.endpoint_id, ended.tenant_id, ended.message_id, ended.message_created_at,
          ended.shipment_id, ended.sequence, ended.kind, ended.attempts, ended.created_at, 'dead',
          'It waited for 7 days.'
        from ended
      )
      select ended.endpoint_id as "endpointId", ended.shipment_id as "shipmentId"
      from ended`,
    values: [ids],
  });
  return rows;
}

interface EndedDelivery {
  readonly endpointId: string;
  /** Null for a test message, which is in no lane. */
  readonly shipmentId: string | null;
}

/** Each once: a backlog of a thousand may be one lane. */
function lanesOf(ended: readonly EndedDelivery[]): readonly Lane[] {
  const lanes = new Map<string, Lane>();
  for (const { endpointId, shipmentId } of ended) {
    if (shipmentId !== null) lanes.set(`${endpointId} ${shipmentId}`, { endpointId, shipmentId });
  }
  return [...lanes.values()];
}
