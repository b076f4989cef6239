import type { Queryable } from "@shipment-tracking/postgres";
import {
  type DeliveryRecord,
  finishedColumns,
  listedColumns,
  openColumns,
} from "./delivery-record.ts";
import { isUnderWay } from "./predicates.ts";

/** A delivery with where it goes. */
export interface AddressedDelivery extends DeliveryRecord {
  readonly url: string;
  readonly endpointDescription: string | null;
  /** When the message was made of its event; null when it is not kept any more. */
  readonly messageCreatedAt: string | null;
}

export interface MessagesOptions {
  readonly messageIds: readonly string[];
  /** Messages are no older. */
  readonly since: string;
  readonly limit: number;
}

/** What became of the tenant's messages at each endpoint, deleted ones included: open and finished deliveries, replays too, the oldest first. */
export async function listDeliveriesOfMessages(
  db: Queryable,
  tenantId: string,
  { messageIds, since, limit }: MessagesOptions,
): Promise<readonly AddressedDelivery[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await db.query<AddressedDelivery>({
    name: "list_deliveries_of_messages",
    text: `
      select ${listedColumns}, endpoints.url, endpoints.description as "endpointDescription",
        messages.created_at as "messageCreatedAt"
      from (
        select ${openColumns(isUnderWay)}
        from hooks.deliveries
        where deliveries.tenant_id = $1
          and deliveries.message_id = any ($2::uuid[])
        union all
        select ${finishedColumns}
        from hooks.finished_deliveries
        where finished_deliveries.tenant_id = $1
          and finished_deliveries.message_id = any ($2::uuid[])
          and finished_deliveries.finished_at >= $3
        order by "createdAt", id
        limit $4
      ) as listed
      join hooks.endpoints on endpoints.id = listed."endpointId"
      left join hooks.messages on messages.id = listed."messageId"
        and messages.created_at = listed."messageCreatedAt"
        and messages.created_at >= $3
      order by listed."createdAt", listed.id`,
    values: [tenantId, messageIds, since, limit],
  });
  return rows;
}
