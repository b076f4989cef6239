import { api, type components, queryKeys, read } from "../api/index.ts";

export type Endpoint = components["schemas"]["WebhookEndpoint"];
export type Health = components["schemas"]["WebhookHealth"];
export type Delivery = components["schemas"]["WebhookDelivery"];
export type WholeDelivery = components["schemas"]["WholeWebhookDelivery"];
export type Attempt = components["schemas"]["WebhookAttempt"];
export type DeliveryState = Delivery["state"];

const pollMs = 5_000;

export function endpointQuery(id: string) {
  return {
    queryKey: queryKeys.webhook(id),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      read(api.GET("/api/webhook-endpoints/{id}", { params: { path: { id } }, signal })),
    refetchInterval: pollMs,
  };
}

const openPollMs = 1_000;

/** Asked again every second as long as it is not finished. */
export function deliveryQuery(id: string) {
  return {
    queryKey: queryKeys.delivery(id),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      read(api.GET("/api/webhook-deliveries/{id}", { params: { path: { id } }, signal })),
    refetchInterval: (query: { readonly state: { readonly data?: WholeDelivery | undefined } }) =>
      query.state.data?.finishedAt === null ? openPollMs : (false as const),
  };
}

export const deliveryStates: readonly DeliveryState[] = [
  "waiting",
  "sending",
  "delivered",
  "dead",
  "superseded",
  "cancelled",
];

export const deliveryStateWords: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waiting",
  sending: "Sending",
  delivered: "Delivered",
  dead: "Given up",
  superseded: "Superseded",
  cancelled: "Cancelled",
};

export const kindWords: Readonly<Record<Delivery["kind"], string>> = {
  event: "Event",
  test: "Test",
  replay: "Replay",
};

/** What a list has room for; the delivery's own screen has the whole sentence. */
export const waitingWords: Readonly<Record<NonNullable<Delivery["waiting"]>["code"], string>> = {
  under_way: "being sent",
  endpoint_paused: "endpoint paused",
  endpoint_disabled: "endpoint disabled",
  endpoint_deleted: "endpoint deleted",
  retry_after: "receiver asked to wait",
  breaker_open: "held back after failures",
  breaker_half_open: "another is tried first",
  earlier_event: "behind an earlier change",
  retry: "next attempt is due later",
  slots_taken: "others are under way",
  due: "as soon as a worker is free",
};

/** How an endpoint is, in a word; worst first. */
export type Condition = "active" | "failing" | "paused" | "disabled";

export function conditionOf({ state, health }: Endpoint): Condition {
  if (state !== "active") return state;
  const trouble = health !== null && (health.breaker !== "closed" || health.failingSince !== null);
  return trouble ? "failing" : "active";
}

export const conditionWords: Readonly<Record<Condition, string>> = {
  active: "Active",
  failing: "Failing",
  paused: "Paused",
  disabled: "Disabled",
};

export function shareWords({ lastDay }: Health): string {
  const { successShare, attempts } = lastDay;
  if (successShare === null) return "no attempts";
  const percent = successShare * 100;
  // 99.96 % is not all
  const text =
    percent === 100 || percent === 0 ? String(percent) : Math.min(percent, 99.9).toFixed(1);
  return `${text} % of ${attempts.toLocaleString("en")}`;
}

export function latencyWords({ lastDay }: Health): string {
  const { p50, p95 } = lastDay.latencyMs;
  return p50 === null || p95 === null ? "–" : `${String(p50)} ms, 95 % below ${String(p95)} ms`;
}
