import type { Queryable } from "@shipment-tracking/postgres";
import { lookNow } from "./look-now.ts";
import { makeToday } from "./make-today.ts";
import { testEventType } from "../event-types.ts";
import { priorities } from "./predicates.ts";

/** A test message as it is stored. */
export interface TestMessage {
  /** UUID: the `webhook-id`. */
  readonly messageId: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly body: Buffer;
}

/**
 * Puts a test message into an endpoint's queue, before everything else, and returns its delivery's id. A test that waits already is
 * the answer to the next one as well. The caller has locked the endpoint's health row.
 */
export async function queueTest(
  tx: Queryable,
  tenantId: string,
  test: TestMessage,
): Promise<string> {
  const waiting = await findOpenTest(tx, test.endpointId);
  if (waiting !== null) return waiting;
  await makeToday(tx);
  await tx.query({
    name: "queue_webhook_test",
    text: `
      with message as (
        insert into hooks.messages (id, created_at, tenant_id, shipment_id, sequence, event_type, body, recorded_at)
        values ($1, now(), $4, null, 0, '${testEventType}', $5, now())
        returning messages.id, messages.created_at
      )
      insert into hooks.deliveries (
        id, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, priority, holds, due_at
      )
      select $2, $3, $4, message.id, message.created_at, null, 0, 'test', $6, false, now()
      from message`,
    values: [
      test.messageId,
      test.deliveryId,
      test.endpointId,
      tenantId,
      test.body,
      priorities.test,
    ],
  });
  await lookNow(tx, [test.endpointId]);
  return test.deliveryId;
}

async function findOpenTest(tx: Queryable, endpointId: string): Promise<string | null> {
  const { rows } = await tx.query<{ readonly id: string }>({
    name: "find_open_webhook_test",
    text: `
      select deliveries.id
      from hooks.deliveries
      where deliveries.endpoint_id = $1
        and deliveries.shipment_id is null
        and deliveries.kind = 'test'
      limit 1`,
    values: [endpointId],
  });
  return rows[0]?.id ?? null;
}

/** The bytes of a test message. */
export function testBody(test: { readonly endpointId: string; readonly at: string }): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: testEventType,
      timestamp: test.at,
      data: { endpointId: test.endpointId, text: "This is a test message: nothing happened." },
    }),
  );
}
