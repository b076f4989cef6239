import type { Instant } from "@shipment-tracking/domain";

export const deliveryStates = [
  "waiting",
  "sending",
  "delivered",
  "dead",
  "superseded",
  "cancelled",
] as const;

/** `waiting` and `sending` are open, the others are ends. */
export type DeliveryState = (typeof deliveryStates)[number];

type DeliveryKind = "event" | "test" | "replay";

/** A delivery, open or finished, without its attempts. Times are ISO 8601 UTC. */
export interface DeliveryRecord {
  readonly id: string;
  readonly endpointId: string;
  readonly state: DeliveryState;
  readonly kind: DeliveryKind;
  /** The `webhook-id`. */
  readonly messageId: string;
  /** Null when the message is not kept any more. */
  readonly eventType: string | null;
  readonly shipmentId: string | null;
  readonly sequence: number;
  readonly attempts: number;
  readonly createdAt: Instant;
  readonly finishedAt: string | null;
  /** Why it ended without having been delivered. */
  readonly reason: string | null;
  /** When it is sent at the earliest; null for a finished one. */
  readonly dueAt: string | null;
}

/** Columns of an open delivery, in the order of `DeliveryRecord`; `underWay` is the predicate of the claim. */
export function openColumns(underWay: string): string {
  return `
    deliveries.id, deliveries.endpoint_id as "endpointId", case when ${underWay} then 'sending' else 'waiting' end as state,
    deliveries.kind, deliveries.message_id as "messageId", deliveries.shipment_id as "shipmentId", deliveries.sequence,
    deliveries.attempts, deliveries.created_at as "createdAt", null::timestamptz as "finishedAt", null::text as reason,
    deliveries.due_at as "dueAt", deliveries.message_created_at as "messageCreatedAt"`;
}

export const finishedColumns = `
    finished_deliveries.id, finished_deliveries.endpoint_id as "endpointId", finished_deliveries.state,
    finished_deliveries.kind, finished_deliveries.message_id as "messageId", finished_deliveries.shipment_id as "shipmentId",
    finished_deliveries.sequence, finished_deliveries.attempts, finished_deliveries.created_at as "createdAt",
    finished_deliveries.finished_at as "finishedAt", finished_deliveries.reason, null::timestamptz as "dueAt",
    finished_deliveries.message_created_at as "messageCreatedAt"`;

/** The columns of either, read back from a list named `listed`, with what the message adds. */
export const listedColumns = `
    listed.id, listed."endpointId", listed.state, listed.kind, listed."messageId", messages.event_type as "eventType",
    listed."shipmentId", listed.sequence, listed.attempts, listed."createdAt", listed."finishedAt", listed.reason,
    listed."dueAt"`;
