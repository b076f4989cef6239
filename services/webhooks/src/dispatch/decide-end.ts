import { holdsLane, nextAttempt } from "../retry/schedule.ts";
import type { MadeAttempt } from "./made-attempt.ts";
import type { FinishedDelivery, RetriedDelivery } from "./finish-deliveries.ts";
import type { EndpointHealth } from "./lock-health.ts";

export type DeliveryEnd =
  | ({ readonly outcome: "finished" } & FinishedDelivery)
  | ({ readonly outcome: "retry" } & RetriedDelivery);

/** What follows from an attempt for its delivery. `health` null: the endpoint was deleted meanwhile. */
export function decideEnd(
  { delivery, result }: MadeAttempt,
  health: EndpointHealth | null,
  at: { readonly nowMs: number; readonly random: number },
): DeliveryEnd {
  const claim = { id: delivery.id, claimId: delivery.claimId };
  if (result.outcome === "delivered") {
    return { outcome: "finished", ...claim, state: "delivered", reason: null };
  }
  if (health === null) {
    return {
      outcome: "finished",
      ...claim,
      state: "cancelled",
      reason: "The endpoint was deleted.",
    };
  }
  if (delivery.kind === "test") {
    // a test says at once what is wrong; trying it again tomorrow would surprise
    return { outcome: "finished", ...claim, state: "dead", reason: "The test was not accepted." };
  }
  const retryAfterMs = result.outcome === "throttled" ? result.retryAfterMs : null;
  const next = nextAttempt({
    attemptsMade: delivery.attempt,
    random: at.random,
    retryAfterMs,
  });
  if (next.outcome === "final") {
    return {
      outcome: "finished",
      ...claim,
      state: "dead",
      reason: `None of ${String(delivery.attempt)} attempts was accepted.`,
    };
  }
  const nextAtMs = at.nowMs + next.delayMs;
  const head = {
    attemptsMade: delivery.attempt,
    heldSinceMs: Date.parse(delivery.firstAttemptAt),
  };
  return {
    outcome: "retry",
    ...claim,
    delayMs: next.delayMs,
    releasesLane: !holdsLane(head, nextAtMs),
  };
}
