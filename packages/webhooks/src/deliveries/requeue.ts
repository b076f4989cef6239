import type { Queryable } from "@shipment-tracking/postgres";
import { lookNow } from "./look-now.ts";
import { isUnclaimed, priorities } from "./predicates.ts";

/** What `replay` made: a delivery in the queue; `expired`: its message is not kept any more. */
export type Requeued =
  { readonly outcome: "queued"; readonly deliveryId: string } | { readonly outcome: "expired" };

/**
 * Has a message sent to an endpoint again, under its old id, and outside of its lane: what came later has been sent already. When the
 * message is in the queue already, that delivery is made due instead. The caller has locked the endpoint's health row.
 */
export async function requeueMessage(
  tx: Queryable,
  finished: { readonly id: string; readonly endpointId: string; readonly messageId: string },
): Promise<Requeued> {
  const { rows } = await tx.query<{ readonly id: string }>({
    name: "requeue_webhook_message",
    text: `
      insert into hooks.deliveries (
        id, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, priority, holds, due_at
      )
      select gen_random_uuid(), finished_deliveries.endpoint_id, finished_deliveries.tenant_id, messages.id,
        messages.created_at, finished_deliveries.shipment_id, finished_deliveries.sequence,
        case when finished_deliveries.kind = 'test' then 'test' else 'replay' end, $2, false, now()
      from hooks.finished_deliveries
      join hooks.messages on messages.id = finished_deliveries.message_id
        and messages.created_at = finished_deliveries.message_created_at
      where finished_deliveries.id = $1
      on conflict on constraint deliveries_once do nothing
      returning deliveries.id`,
    values: [finished.id, priorities.live],
  });
  const [made] = rows;
  if (made !== undefined) {
    await lookNow(tx, [finished.endpointId]);
    return { outcome: "queued", deliveryId: made.id };
  }
  const open = await findOpen(tx, finished);
  if (open === null) return { outcome: "expired" };
  await makeDue(tx, { id: open, endpointId: finished.endpointId });
  return { outcome: "queued", deliveryId: open };
}

async function findOpen(
  tx: Queryable,
  { endpointId, messageId }: { readonly endpointId: string; readonly messageId: string },
): Promise<string | null> {
  const { rows } = await tx.query<{ readonly id: string }>({
    name: "find_open_webhook_delivery",
    text: `
      select deliveries.id
      from hooks.deliveries
      where deliveries.endpoint_id = $1
        and deliveries.message_id = $2`,
    values: [endpointId, messageId],
  });
  return rows[0]?.id ?? null;
}

/** A delivery in the queue need not wait for its next attempt's time any longer; its place in its lane stays. */
export async function makeDue(
  tx: Queryable,
  { id, endpointId }: { readonly id: string; readonly endpointId: string },
): Promise<void> {
  await tx.query({
    name: "make_webhook_delivery_due",
    text: `
      update hooks.deliveries
      set due_at = least(deliveries.due_at, now()),
        priority = least(deliveries.priority, $2)
      where deliveries.id = $1
        and ${isUnclaimed}`,
    values: [id, priorities.live],
  });
  await lookNow(tx, [endpointId]);
}

/** What waits for the next attempt's time is due at once: an endpoint that is enabled again begins with it. */
export async function makeAllDue(tx: Queryable, endpointId: string): Promise<void> {
  await tx.query({
    name: "make_webhook_deliveries_due",
    text: `
      update hooks.deliveries
      set due_at = now()
      where deliveries.endpoint_id = $1
        and deliveries.due_at > now()
        and ${isUnclaimed}`,
    values: [endpointId],
  });
}
