import { allAnswers, type Queryable } from "@shipment-tracking/postgres";
import { holdsItsLane, lookNow } from "@shipment-tracking/webhooks";

/** A message as it is stored: `body` is sent as it is, on every attempt. */
export interface NewMessage {
  /** UUID of the log's event: the webhook-id of every delivery of the message. */
  readonly id: string;
  readonly tenantId: string;
  readonly shipmentId: string;
  /** The shipment's version. */
  readonly sequence: number;
  readonly eventType: string;
  readonly body: Buffer;
  /** ISO 8601 UTC with milliseconds. */
  readonly recordedAt: string;
}

/**
 * Stores the messages that some endpoint wants, with a delivery for each such endpoint that is not disabled: what a disabled one missed can
 * be recovered once it is enabled. Deliveries of one shipment to one endpoint
 * are a lane: behind an earlier one that still holds it a new one is blocked, and for an endpoint that wants only the latest
 * status the new one replaces those that have not been sent. Returns the number of deliveries.
 */
export async function fanOut(tx: Queryable, messages: readonly NewMessage[]): Promise<number> {
  if (messages.length === 0) return 0;
  const receivers = await lockReceivers(tx, [...new Set(messages.map((one) => one.tenantId))]);
  const wanted = messages.filter((message) => receivers.some((one) => wants(one, message)));
  if (wanted.length === 0) return 0;
  const collecting = receivers.filter((receiver) => receiver.collects);
  const pairs = wanted.flatMap((message) =>
    collecting.filter((receiver) => wants(receiver, message)).map(({ id }) => ({ id, message })),
  );
  const [, inserted] = await allAnswers([insertMessages(tx, wanted), addDeliveries(tx, pairs)]);
  return inserted;
}

/** All of it is sent at once, in this order. */
async function addDeliveries(tx: Queryable, pairs: readonly Pair[]): Promise<number> {
  if (pairs.length === 0) return 0;
  const endpointIds = [...new Set(pairs.map(({ id }) => id))];
  const [inserted] = await allAnswers([
    insertDeliveries(tx, pairs),
    supersedeOlder(tx, endpointIds, pairs),
    blockSuccessors(tx, pairs),
    lookNow(tx, endpointIds),
  ]);
  return inserted;
}

interface Receiver {
  readonly id: string;
  readonly tenantId: string;
  readonly eventTypes: readonly string[];
  /** Deliveries are queued for it, also while it is paused. */
  readonly collects: boolean;
}

interface Pair {
  readonly id: string;
  readonly message: NewMessage;
}

function wants(receiver: Receiver, message: NewMessage): boolean {
  if (receiver.tenantId !== message.tenantId) return false;
  return receiver.eventTypes.length === 0 || receiver.eventTypes.includes(message.eventType);
}

/** The tenants' endpoints, with their health rows locked in id order. */
export async function lockReceivers(
  tx: Queryable,
  tenantIds: readonly string[],
): Promise<readonly Receiver[]> {
  const { rows } = await tx.query<Receiver>({
    name: "lock_webhook_receivers",
    text: `
      select endpoints.id, endpoints.tenant_id as "tenantId", endpoints.event_types as "eventTypes",
        endpoints.state <> 'disabled' as collects
      from hooks.endpoint_health
      join hooks.endpoints on endpoints.id = endpoint_health.endpoint_id
      where endpoints.tenant_id = any ($1::uuid[])
        and endpoints.deleted_at is null
      order by endpoint_health.endpoint_id
      for no key update of endpoint_health
      for share of endpoints`,
    values: [tenantIds],
  });
  return rows;
}

async function insertMessages(tx: Queryable, messages: readonly NewMessage[]): Promise<void> {
  await tx.query({
    name: "insert_webhook_messages",
    text: `
      insert into hooks.messages (id, created_at, tenant_id, shipment_id, sequence, event_type, body, recorded_at)
      select messages.id, now(), messages.tenant_id, messages.shipment_id, messages.sequence, messages.event_type,
        messages.body, messages.recorded_at
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::text[], $6::bytea[], $7::timestamptz[])
        as messages (id, tenant_id, shipment_id, sequence, event_type, body, recorded_at)`,
    values: [
      messages.map((message) => message.id),
      messages.map((message) => message.tenantId),
      messages.map((message) => message.shipmentId),
      messages.map((message) => message.sequence),
      messages.map((message) => message.eventType),
      messages.map((message) => message.body),
      messages.map((message) => message.recordedAt),
    ],
  });
}

async function insertDeliveries(tx: Queryable, pairs: readonly Pair[]): Promise<number> {
  const result = await tx.query({
    name: "insert_webhook_deliveries",
    text: `
      insert into hooks.deliveries (
        id, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, due_at
      )
      select gen_random_uuid(), pairs.endpoint_id, pairs.tenant_id, pairs.message_id, now()::timestamptz(3), pairs.shipment_id,
        pairs.sequence, 'event', now()
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::integer[])
        as pairs (endpoint_id, tenant_id, message_id, shipment_id, sequence)`,
    values: columns(pairs),
  });
  return result.rowCount ?? 0;
}

function columns(pairs: readonly Pair[]): unknown[][] {
  return [
    pairs.map(({ id }) => id),
    pairs.map(({ message }) => message.tenantId),
    pairs.map(({ message }) => message.id),
    pairs.map(({ message }) => message.shipmentId),
    pairs.map(({ message }) => message.sequence),
  ];
}

/** Endpoints that want the latest status only: what waits for an older one of the same shipment ends as superseded. */
async function supersedeOlder(
  tx: Queryable,
  endpointIds: readonly string[],
  pairs: readonly Pair[],
): Promise<void> {
  await tx.query({
    name: "supersede_webhook_deliveries",
    text: `
      with latest as (
        select pairs.endpoint_id, pairs.shipment_id, max(pairs.sequence) as sequence
        from unnest($2::uuid[], $3::uuid[], $4::integer[]) as pairs (endpoint_id, shipment_id, sequence)
        join hooks.endpoints on endpoints.id = pairs.endpoint_id
        where endpoints.id = any ($1::uuid[])
          and endpoints.ordering = 'latest'
        group by pairs.endpoint_id, pairs.shipment_id
      ),
      superseded as (
        delete from hooks.deliveries
        using latest
        where deliveries.endpoint_id = latest.endpoint_id
          and deliveries.shipment_id = latest.shipment_id
          and deliveries.sequence < latest.sequence
          and deliveries.kind = 'event'
          and deliveries.claim_id is null
        returning deliveries.*
      )
      insert into hooks.finished_deliveries (
        id, finished_at, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, attempts,
        created_at, state, reason
      )
      select superseded.id, now(), superseded.endpoint_id, superseded.tenant_id, superseded.message_id,
        superseded.message_created_at, superseded.shipment_id, superseded.sequence, superseded.kind, superseded.attempts,
        superseded.created_at, 'superseded', 'A newer status of the same shipment replaced it.'
      from superseded`,
    values: [
      endpointIds,
      pairs.map(({ id }) => id),
      pairs.map(({ message }) => message.shipmentId),
      pairs.map(({ message }) => message.sequence),
    ],
  });
}

/** New deliveries are found by their place in the lane: by endpoint and message, a plan made on an empty queue read all that the endpoint has. */
async function blockSuccessors(tx: Queryable, pairs: readonly Pair[]): Promise<void> {
  await tx.query({
    name: "block_webhook_successors",
    text: `
      update hooks.deliveries
      set blocked = true
      from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::uuid[]) as pairs (endpoint_id, shipment_id, sequence, message_id)
      where deliveries.endpoint_id = pairs.endpoint_id
        and deliveries.shipment_id = pairs.shipment_id
        and deliveries.sequence = pairs.sequence
        and deliveries.message_id = pairs.message_id
        and exists (
          select
          from hooks.deliveries as earlier
          where earlier.endpoint_id = deliveries.endpoint_id
            and earlier.shipment_id = deliveries.shipment_id
            and earlier.sequence < deliveries.sequence
            and ${holdsItsLane("earlier")}
        )`,
    values: [
      pairs.map(({ id }) => id),
      pairs.map(({ message }) => message.shipmentId),
      pairs.map(({ message }) => message.sequence),
      pairs.map(({ message }) => message.id),
    ],
  });
}
