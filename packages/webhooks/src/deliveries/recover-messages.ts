import type { Queryable } from "@shipment-tracking/postgres";
import { lookNow } from "./look-now.ts";
import { priorities } from "./predicates.ts";

export interface RecoverRange {
  readonly endpointId: string;
  /** Empty: every type. */
  readonly eventTypes: readonly string[];
  /** Messages made from then on, ISO 8601. */
  readonly since: string;
  /** Messages made before then. */
  readonly until: string;
  /** Also what was delivered already. */
  readonly includeDelivered: boolean;
  readonly limit: number;
}

export interface Recovered {
  /** Messages put into the queue. */
  readonly queued: number;
  /** When the last of them was made; null when nothing was queued. */
  readonly lastAt: string | null;
}

/**
 * Puts the tenant's messages of a time back into an endpoint's queue, oldest first and behind live traffic: those that ended without
 * having been delivered, and those that were never queued because the endpoint was disabled or not there yet. What is in the queue stays as it
 * is. The caller has locked the endpoint's health row.
 */
export async function recoverMessages(
  tx: Queryable,
  tenantId: string,
  range: RecoverRange,
): Promise<Recovered> {
  const { rows } = await tx.query<{ readonly queued: number; readonly lastAt: string | null }>({
    name: "recover_webhook_messages",
    text: `
      with wanted as (
        select messages.id, messages.created_at, messages.shipment_id, messages.sequence,
          row_number() over (order by messages.created_at, messages.sequence, messages.id) as place
        from hooks.messages
        where messages.tenant_id = $1
          and messages.shipment_id is not null
          and messages.created_at >= $3
          and messages.created_at < $4
          and (cardinality($5::text[]) = 0 or messages.event_type = any ($5::text[]))
          and not exists (
            select
            from hooks.deliveries
            where deliveries.endpoint_id = $2
              and deliveries.message_id = messages.id
          )
          and (
            $6::boolean
            or not exists (
              select
              from hooks.finished_deliveries
              where finished_deliveries.endpoint_id = $2
                and finished_deliveries.message_id = messages.id
                and finished_deliveries.state = 'delivered'
                and finished_deliveries.created_at >= $3
                and finished_deliveries.finished_at >= $3
            )
          )
        order by messages.created_at, messages.sequence, messages.id
        limit $7
      ),
      queued as (
        insert into hooks.deliveries (
          id, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, priority, holds, due_at
        )
        -- due in the order of the messages
        select gen_random_uuid(), $2, $1, wanted.id, wanted.created_at, wanted.shipment_id, wanted.sequence, 'replay', $8,
          false, now() - ($7 - wanted.place) * interval '1 microsecond'
        from wanted
        on conflict on constraint deliveries_once do nothing
        returning deliveries.message_created_at
      )
      select count(*)::integer as queued, max(queued.message_created_at) as "lastAt"
      from queued`,
    values: [
      tenantId,
      range.endpointId,
      range.since,
      range.until,
      range.eventTypes,
      range.includeDelivered,
      range.limit,
      priorities.recovered,
    ],
  });
  await lookNow(tx, [range.endpointId]);
  return rows[0] ?? { queued: 0, lastAt: null };
}
