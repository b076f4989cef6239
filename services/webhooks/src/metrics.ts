import {
  createCounter,
  createHistogram,
  createReadGauges,
  type MetricsRegistry,
} from "@shipment-tracking/runtime";
import type { CompletionSummary } from "./dispatch/complete-attempts.ts";
import type { MadeAttempt } from "./dispatch/made-attempt.ts";
import type { WebhookQueue } from "./read-queue.ts";
import type { SendResult } from "./send/send-result.ts";

/** What the dispatcher tells its metrics. */
export interface WebhookMetrics {
  made(attempt: MadeAttempt): void;
  completed(summary: CompletionSummary): void;
  /** So many claims ended because their worker did not come back in time. */
  expired(leases: number): void;
}

/**
 * The `webhook_…` metrics. No label names a tenant, an endpoint or a receiver: the tenant sees those in the console, and their number
 * has no limit. The queue is asked of the database at the moment of the scrape, so each worker shows all of it.
 */
export function createWebhookMetrics(
  registry: MetricsRegistry,
  readQueue: () => Promise<WebhookQueue>,
): WebhookMetrics {
  showQueue(registry, readQueue);
  const attempts = createCounter(registry, {
    name: "webhook_attempts_total",
    help: "Attempts by result: delivered, gone, throttled, or the class of the failure",
    labels: ["result"],
  });
  const finished = createCounter(registry, {
    name: "webhook_deliveries_finished_total",
    help: "Deliveries that ended: delivered, or dead after the last attempt",
    labels: ["state"],
  });
  const fenced = createCounter(registry, {
    name: "webhook_fenced_completions_total",
    help: "Results that came after the delivery had been given to another worker",
    labels: [],
  });
  const expired = createCounter(registry, {
    name: "webhook_lease_expiries_total",
    help: "Claims that ended because their worker did not come back in time",
    labels: [],
  });
  const disabled = createCounter(registry, {
    name: "webhook_endpoints_disabled_total",
    help: "Endpoints that were disabled because they are gone, unsafe or failed for days",
    labels: ["reason"],
  });
  const endToEnd = createHistogram(registry, {
    name: "webhook_end_to_end_seconds",
    help: "From the recording of an event to the receiver's acceptance of its message at the first attempt",
    labels: [],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  });
  for (const state of ["delivered", "dead"]) finished({ state }, 0);
  for (const count of [fenced, expired]) count({}, 0);
  return {
    made: ({ delivery, result }) => {
      attempts({ result: resultOf(result) });
      if (result.outcome !== "delivered" || delivery.kind !== "event" || delivery.attempt > 1)
        return;
      const recordedAt = Date.parse(delivery.recordedAt);
      endToEnd({}, Math.max(0, (Date.now() - recordedAt) / 1_000));
    },
    completed: (summary) => {
      finished({ state: "delivered" }, summary.delivered);
      finished({ state: "dead" }, summary.dead);
      fenced({}, summary.fenced);
      for (const { reason } of summary.disabled) disabled({ reason });
    },
    expired: (leases) => {
      expired({}, leases);
    },
  };
}

function resultOf(result: SendResult): string {
  return result.outcome === "failed" ? result.class : result.outcome;
}

function showQueue(registry: MetricsRegistry, readQueue: () => Promise<WebhookQueue>): void {
  createReadGauges(registry, readQueue, [
    {
      name: "webhook_open_deliveries",
      help: "Deliveries that are neither finished nor given up",
      values: ({ open }) => [{ value: open }],
    },
    {
      name: "webhook_oldest_due_seconds",
      help: "Longest time in which workers left alone a delivery that they could take (ready), or in which an endpoint or a shipment has held back a due one (waiting)",
      labels: ["state"],
      values: ({ readySeconds, waitingSeconds }) => [
        { labels: { state: "ready" }, value: readySeconds },
        { labels: { state: "waiting" }, value: waitingSeconds },
      ],
    },
  ]);
}
