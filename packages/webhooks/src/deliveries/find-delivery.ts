import type { Queryable } from "@shipment-tracking/postgres";
import {
  type DeliveryRecord,
  finishedColumns,
  listedColumns,
  openColumns,
} from "./delivery-record.ts";
import { isUnderWay } from "./predicates.ts";

export interface FoundDelivery extends DeliveryRecord {
  /** What is sent, as it is; null when the message is not kept any more. */
  readonly body: Buffer | null;
  readonly messageCreatedAt: string;
}

/** The tenant's delivery with this id, open or finished; null when there is none. */
export async function findDelivery(
  db: Queryable,
  tenantId: string,
  id: string,
): Promise<FoundDelivery | null> {
  const { rows } = await db.query<FoundDelivery>({
    name: "find_webhook_delivery",
    text: `
      select ${listedColumns}, listed."messageCreatedAt", messages.body
      from (
        select ${openColumns(isUnderWay)}
        from hooks.deliveries
        where deliveries.tenant_id = $1
          and deliveries.id = $2
        union all
        select ${finishedColumns}
        from hooks.finished_deliveries
        where finished_deliveries.tenant_id = $1
          and finished_deliveries.id = $2
      ) as listed
      left join hooks.messages on messages.id = listed."messageId"
        and messages.created_at = listed."messageCreatedAt"`,
    values: [tenantId, id],
  });
  return rows[0] ?? null;
}
