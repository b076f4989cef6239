import type {
  AttemptRecord,
  DeliveryRecord,
  FoundDelivery,
  Waiting,
} from "@shipment-tracking/webhooks";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type {
  attempt as attemptSchema,
  delivery as deliverySchema,
  phases,
  wholeDelivery,
} from "../openapi/schemas/webhooks.ts";

/** A delivery as the console shows it; `waiting` says why an open one has not been sent. */
export function deliveryAnswer(
  delivery: DeliveryRecord,
  waiting: Waiting | undefined,
): AnswerOf<typeof deliverySchema> {
  const open = delivery.finishedAt === null;
  return {
    id: delivery.id,
    endpointId: delivery.endpointId,
    state: delivery.state,
    kind: delivery.kind,
    messageId: delivery.messageId,
    eventType: delivery.eventType,
    shipmentId: delivery.shipmentId,
    sequence: delivery.sequence,
    attemptsMade: delivery.attempts,
    createdAt: delivery.createdAt,
    finishedAt: delivery.finishedAt,
    reason: delivery.reason,
    dueAt: delivery.dueAt,
    waiting: open ? (waiting ?? justLeft) : null,
  };
}

// it left the queue between two questions
const justLeft: Waiting = { code: "under_way", sentence: "It is being sent now.", until: null };

/** A delivery with what it sends and what came of each attempt. */
export function wholeDeliveryAnswer(
  delivery: FoundDelivery,
  found: { readonly waiting: Waiting | undefined; readonly attempts: readonly AttemptRecord[] },
): AnswerOf<typeof wholeDelivery> {
  return {
    ...deliveryAnswer(delivery, found.waiting),
    body: delivery.body === null ? null : delivery.body.toString("utf8"),
    attempts: found.attempts.map(attemptAnswer),
  };
}

function attemptAnswer(attempt: AttemptRecord): AnswerOf<typeof attemptSchema> {
  return {
    number: attempt.number,
    startedAt: attempt.startedAt,
    finishedAt: attempt.finishedAt,
    outcome: attempt.outcome,
    status: attempt.status,
    errorClass: attempt.errorClass,
    hint: attempt.hint ?? hintOf(attempt),
    phases: attempt.phases === null ? null : phasesOf(attempt.phases),
    // what is no UTF-8 becomes U+FFFD: this is to be read, not to be processed
    excerpt: attempt.excerpt === null ? null : attempt.excerpt.toString("utf8"),
    quickRetries: attempt.quickRetries,
  };
}

/** Written by the worker. */
function phasesOf(text: string): AnswerOf<typeof phases> {
  return JSON.parse(text) as AnswerOf<typeof phases>;
}

function hintOf({ outcome, status }: AttemptRecord): string | null {
  switch (outcome) {
    case null:
      return "It is under way, or its worker stopped before it could say what came of it.";
    case "gone":
      return "The receiver answered 410 Gone: the endpoint is disabled.";
    case "throttled":
      return `The receiver answered ${String(status)}: it asks for fewer messages or a pause.`;
    case "delivered":
    case "failed":
      return null;
  }
}
