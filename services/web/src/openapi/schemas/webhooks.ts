import {
  deliveryStates,
  orderings,
  statusChangedType,
  testEventType,
} from "@shipment-tracking/webhooks";
import { z } from "zod";
import { count, id, instant, listOf, pageOf, version } from "./parts.ts";

const milliseconds = z.number().min(0);
/** From the database, where fractions of a millisecond are none of anybody's business. */
const latency = z.int().min(0).nullable();

export const endpointHealth = z
  .strictObject({
    breaker: z
      .enum(["closed", "open", "half_open"])
      .describe("`open`: nothing is sent after failures in a row, but one delivery now and then."),
    breakerRetryAt: instant.nullable().describe("When an open breaker lets one delivery pass."),
    failuresInRow: count,
    pausedUntil: instant.nullable().describe("The receiver asked for it by Retry-After."),
    failingSince: instant.nullable().describe("Since when every attempt has failed."),
    failingAttempts: count.describe("As many since then."),
    lastSuccessAt: instant.nullable(),
    lastFailureAt: instant.nullable(),
    waiting: count.describe("Deliveries in the queue, those being sent included."),
    oldestDueAt: instant
      .nullable()
      .describe("Since when the oldest of them is due; null: none is due."),
    lastDay: z
      .strictObject({
        attempts: count,
        delivered: count,
        successShare: z.number().min(0).max(1).nullable().describe("Null: there was no attempt."),
        latencyMs: z
          .strictObject({ p50: latency, p95: latency })
          .describe("Of the successes, from the start of the attempt, in milliseconds."),
      })
      .describe("The last 24 hours, at most the newest 5,000 attempts."),
  })
  .meta({ id: "WebhookHealth" });

const endpointFields = {
  id,
  url: z.url(),
  description: z.string().nullable(),
  eventTypes: z
    .array(z.enum([statusChangedType, testEventType]).meta({ id: "WebhookEventType" }))
    .describe("Empty: every type."),
  headers: z.record(z.string(), z.string()).describe("By name; the values are masked."),
  ordering: z
    .enum(orderings)
    .describe("`ordered`: a shipment's messages one after the other; `latest`: only the newest."),
  state: z.enum(["active", "paused", "disabled"]),
  stateReason: z.enum(["manual", "gone", "failing", "unsafe_target"]).nullable(),
  stateSentence: z.string().nullable().describe("The reason in words, and what to do next."),
  stateChangedAt: instant,
  previousSecretUntil: instant.nullable().describe("Until then both secrets sign."),
  createdAt: instant,
  updatedAt: instant,
  version,
  health: endpointHealth.nullable(),
};

export const endpoint = z.strictObject(endpointFields).meta({ id: "WebhookEndpoint" });
export const endpointList = listOf(endpoint).meta({ id: "WebhookEndpointList" });

const secret = z
  .string()
  .describe("`whsec_` and base64, as Standard Webhooks has it; it is shown this once.");

export const createdEndpoint = z
  .strictObject({ ...endpointFields, secret })
  .meta({ id: "CreatedWebhookEndpoint" });

export const rotatedSecret = z
  .strictObject({ secret, previousSecretUntil: instant.nullable() })
  .meta({ id: "RotatedWebhookSecret" });

export const queuedDelivery = z.strictObject({ deliveryId: id }).meta({ id: "QueuedDelivery" });

export const recovery = z
  .strictObject({
    queued: count,
    nextSince: instant.nullable().describe("`since` of the next request; null: that was all."),
  })
  .meta({ id: "WebhookRecovery" });

const waiting = z
  .strictObject({
    code: z.enum([
      "under_way",
      "endpoint_paused",
      "endpoint_disabled",
      "endpoint_deleted",
      "retry_after",
      "breaker_open",
      "earlier_event",
      "retry",
      "breaker_half_open",
      "slots_taken",
      "due",
    ]),
    sentence: z.string(),
    until: instant.nullable().describe("When it ends at the latest; null: no clock decides it."),
  })
  .meta({ id: "WebhookWaiting", description: "Why a delivery has not been sent." });

const deliveryFields = {
  id,
  endpointId: id,
  state: z
    .enum(deliveryStates)
    .meta({ id: "WebhookDeliveryState", description: "`waiting` and `sending` are open." }),
  kind: z.enum(["event", "test", "replay"]),
  messageId: id.describe("The `webhook-id`."),
  eventType: z.string().nullable().describe("Null: the message is not kept any more."),
  shipmentId: id.nullable(),
  sequence: count.describe("Grows with every change of the shipment, with gaps; 0 for a test."),
  attemptsMade: count,
  createdAt: instant,
  finishedAt: instant.nullable(),
  reason: z.string().nullable().describe("Why it ended without being delivered."),
  dueAt: instant.nullable().describe("When it is sent at the earliest; null: it is finished."),
  waiting: waiting.nullable(),
};

export const delivery = z.strictObject(deliveryFields).meta({ id: "WebhookDelivery" });
export const deliveryPage = pageOf(delivery).meta({ id: "WebhookDeliveryPage" });

export const phases = z
  .strictObject({
    dnsMs: milliseconds.describe("Check of the target, name servers included."),
    connectMs: milliseconds.nullable().describe("Null: the connection was open already."),
    tlsMs: milliseconds.nullable(),
    firstByteMs: milliseconds.nullable().describe("From the request's last byte."),
    totalMs: milliseconds,
  })
  .meta({ id: "WebhookPhases", description: "Milliseconds." });

export const attempt = z
  .strictObject({
    number: z.int().min(1),
    startedAt: instant,
    finishedAt: instant
      .nullable()
      .describe("Null: under way, or its worker stopped before it could say."),
    outcome: z.enum(["delivered", "failed", "gone", "throttled"]).nullable(),
    status: z.int().nullable().describe("Of the answer; null: none came."),
    errorClass: z
      .string()
      .nullable()
      .meta({ examples: ["timeout", "tls", "status"] }),
    hint: z.string().nullable().describe("What went wrong, in words."),
    phases: phases.nullable(),
    excerpt: z.string().nullable().describe("The beginning of the answer's body."),
    quickRetries: count.describe("On a connection that had been closed."),
  })
  .meta({ id: "WebhookAttempt" });

export const wholeDelivery = z
  .strictObject({
    ...deliveryFields,
    body: z.string().nullable().describe("What is sent, as it is; null: it is not kept any more."),
    attempts: z.array(attempt),
  })
  .meta({ id: "WholeWebhookDelivery" });

/** A delivery as the trace of its event shows it. */
export const tracedDelivery = z
  .strictObject({
    ...deliveryFields,
    endpoint: z.strictObject({ id, url: z.url(), description: z.string().nullable() }),
    attempts: z
      .array(
        attempt
          .pick({
            number: true,
            startedAt: true,
            finishedAt: true,
            outcome: true,
            status: true,
            errorClass: true,
            hint: true,
          })
          .extend({ ms: z.int().nullable().describe("From start to finish.") })
          .meta({ id: "TracedAttempt" }),
      )
      .describe("The newest 10, in their order."),
  })
  .meta({ id: "TracedDelivery" });
