import type {
  EndpointHealthView,
  EndpointRecord,
  EndpointStateReason,
} from "@shipment-tracking/webhooks";
import type { SecretBox } from "@shipment-tracking/secrets";
import { maskedHeaders, openHeaders } from "./endpoint-headers.ts";
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
    stateSentence: endpoint.stateReason === null ? null : stateSentences[endpoint.stateReason],
    stateChangedAt: endpoint.stateChangedAt,
    previousSecretUntil: stillTo(endpoint.previousSecretUntil),
    createdAt: endpoint.createdAt,
    updatedAt: endpoint.updatedAt,
    version: endpoint.version,
    health: health === undefined ? null : healthAnswer(health),
  };
}

const stateSentences: Readonly<Record<EndpointStateReason, string>> = {
  manual: "A user paused it: messages wait until it is enabled.",
  gone: "The receiver answered 410 Gone: it wants no more messages.",
  failing: "Every attempt of five days failed, 20 or more of them.",
  unsafe_target: "Its host leads to an address that webhooks are not sent to.",
};

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
