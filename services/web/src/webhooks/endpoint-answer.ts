import type { EndpointHealthView, EndpointRecord } from "@shipment-tracking/webhooks";
import type { SecretBox } from "@shipment-tracking/secrets";
import { maskedHeaders, openHeaders } from "./endpoint-headers.ts";
import { stateSentence } from "./state-sentences.ts";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { endpoint as endpointSchema, endpointHealth } from "../openapi/schemas/webhooks.ts";

type EndpointAnswer = AnswerOf<typeof endpointSchema>;

/** An endpoint as the console shows it: neither its secret nor the values of its headers. */
export function endpointAnswer(
  box: SecretBox,
  endpoint: EndpointRecord,
  health: EndpointHealthView | undefined,
): EndpointAnswer {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    // the routes take no others
    eventTypes: endpoint.eventTypes as EndpointAnswer["eventTypes"],
    headers: maskedHeaders(openHeaders(box, endpoint)),
    ordering: endpoint.ordering,
    state: endpoint.state,
    stateReason: endpoint.stateReason,
    stateSentence: endpoint.stateReason === null ? null : stateSentence(endpoint.stateReason),
    stateChangedAt: endpoint.stateChangedAt,
    previousSecretUntil: stillTo(endpoint.previousSecretUntil),
    createdAt: endpoint.createdAt,
    updatedAt: endpoint.updatedAt,
    version: endpoint.version,
    health: health === undefined ? null : healthAnswer(health),
  };
}

function healthAnswer(health: EndpointHealthView): AnswerOf<typeof endpointHealth> {
  const { attempts, delivered, breaker } = health;
  return {
    breaker,
    breakerRetryAt: breaker === "open" ? health.retryAt : null,
    failuresInRow: health.failuresInRow,
    pausedUntil: stillTo(health.pausedUntil),
    failingSince: health.failingSince,
    failingAttempts: health.failingAttempts,
    lastSuccessAt: health.lastSuccessAt,
    lastFailureAt: health.lastFailureAt,
    waiting: health.waiting,
    oldestDueAt: health.oldestDueAt,
    lastDay: {
      attempts,
      delivered,
      successShare: attempts === 0 ? null : delivered / attempts,
      latencyMs: { p50: health.latencyP50Ms, p95: health.latencyP95Ms },
    },
  };
}

/** What is over is not shown. */
function stillTo(time: string | null): string | null {
  return time !== null && Date.parse(time) > Date.now() ? time : null;
}
