import { inTransaction, type Pool } from "@shipment-tracking/postgres";

/**
 * Ends deliveries that have waited for a week (05-webhooks: the backlog is kept 7 days), as dead, and lets their lanes go on.
 * Works in steps, so that a large backlog locks nothing for long. Returns how many ended.
 */
export async function expireBacklog(pool: Pool): Promise<number> {
  let total = 0;
  for (;;) {
    const ended = await expireSome(pool);
    total += ended;
    if (ended < stepSize) return total;
  }
}

const stepSize = 1_000;

async function expireSome(pool: Pool): Promise<number> {
  return await inTransaction(pool, async (tx) => {
    const result = await tx.query({
      text: `
        with old as (
          select deliveries.id
          from hooks.deliveries
          where deliveries.created_at < now() - interval '7 days'
            and (deliveries.claim_id is null or deliveries.leased_until < now())
          order by deliveries.created_at
          limit $1
          for update skip locked
        ),
        ended as (
          delete from hooks.deliveries
          using old
          where deliveries.id = old.id
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
        select ended.endpoint_id, ended.shipment_id
        from ended`,
      values: [stepSize],
    });
    return result.rowCount ?? 0;
  });
}
