import type { Queryable } from "@shipment-tracking/postgres";
import {
  type EndpointRecord,
  findDelivery,
  type FoundDelivery,
  lockEndpoint,
  makeDue,
  queueTest,
  recoverMessages,
  type RecoverRange,
  requeueMessage,
  testBody,
} from "@shipment-tracking/webhooks";
import type { CommandContext } from "../commands/outcome.ts";
import type { CommandAnswer } from "../http/answer.ts";
import { newId } from "../ids.ts";
import { auditEndpoint } from "./audit-endpoint.ts";
import { done, refused } from "./locked-endpoint.ts";

/** Puts a test message into the queue of a locked endpoint. */
export async function testEndpoint(
  tx: Queryable,
  context: CommandContext,
  endpoint: EndpointRecord,
): Promise<CommandAnswer> {
  if (endpoint.state !== "active") return refused(409, notActive(endpoint.state));
  const body = testBody({ endpointId: endpoint.id, at: context.now });
  const test = { messageId: newId(), deliveryId: newId(), endpointId: endpoint.id, body };
  const deliveryId = await queueTest(tx, context.tenantId, test);
  const details = { deliveryId };
  await auditEndpoint(tx, context, { action: "webhook_endpoint.tested", endpoint, details });
  return done(202, { deliveryId });
}

/** Messages that one request recovers at most: the answer says where the next one begins. */
const recoverAtMost = 10_000;

/** Puts a time's messages back into the queue of a locked endpoint. */
export async function recoverEndpoint(
  tx: Queryable,
  context: CommandContext,
  {
    endpoint,
    range,
  }: {
    readonly endpoint: EndpointRecord;
    readonly range: Pick<RecoverRange, "since" | "until" | "includeDelivered">;
  },
): Promise<CommandAnswer> {
  if (endpoint.state === "disabled") return refused(409, notActive("disabled"));
  const { id: endpointId, eventTypes } = endpoint;
  const wanted = { ...range, endpointId, eventTypes, limit: recoverAtMost };
  const { queued, lastAt } = await recoverMessages(tx, context.tenantId, wanted);
  const details = { ...range, queued };
  await auditEndpoint(tx, context, { action: "webhook_endpoint.recovered", endpoint, details });
  return done(202, { queued, nextSince: queued < recoverAtMost ? null : lastAt });
}

/** Sends a delivery's message again, or now if it waits. 404 when the tenant has no such delivery. */
export async function replayDelivery(
  tx: Queryable,
  context: CommandContext,
  deliveryId: string,
): Promise<CommandAnswer> {
  const { tenantId } = context;
  const found = await findDelivery(tx, tenantId, deliveryId);
  if (found === null) return refused(404, "Not found");
  const endpoint = await lockEndpoint(tx, tenantId, found.endpointId);
  if (endpoint === null) return refused(409, "Its endpoint was deleted.");
  if (endpoint.state === "disabled") return refused(409, notActive("disabled"));
  // once more, under the lock: it may have ended in between
  const delivery = (await findDelivery(tx, tenantId, deliveryId)) ?? found;
  const queued = await queueAgain(tx, delivery);
  if (queued === null) return refused(409, "Its message is not kept any more.");
  const details = { deliveryId, queuedAs: queued, was: delivery.state };
  await auditEndpoint(tx, context, { action: "webhook_delivery.replayed", endpoint, details });
  return done(202, { deliveryId: queued });
}

/** Id of the delivery in the queue; null when there is nothing to send. */
async function queueAgain(tx: Queryable, delivery: FoundDelivery): Promise<string | null> {
  if (delivery.finishedAt === null) {
    await makeDue(tx, delivery);
    return delivery.id;
  }
  const requeued = await requeueMessage(tx, delivery);
  return requeued.outcome === "queued" ? requeued.deliveryId : null;
}

function notActive(state: "paused" | "disabled"): string {
  return `The endpoint is ${state}: enable it first.`;
}
