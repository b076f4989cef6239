import type { SendOutcome } from "../send/send-result.ts";

/**
 * The circuit breaker of one endpoint as plain data, shared by all processes through the database. Pure: every function takes the
 * time (the database's) and returns the next state. An open breaker burns no attempts: deliveries wait for it.
 */
export type Breaker =
  | {
      readonly state: "closed";
      /** Failures since the last success. */
      readonly failures: number;
      /** How many attempts may run at once: fewer than the endpoint's slots while it ramps up again. */
      readonly slots: number;
    }
  | {
      readonly state: "open";
      readonly untilMs: number;
      /** How often it opened since it last closed: each time it stays open longer. */
      readonly openings: number;
    }
  | {
      readonly state: "half_open";
      readonly openings: number;
      /** The one probe counts as lost after this (its process died): then another one may start. */
      readonly probeUntilMs: number;
    };

export const breakerRules = {
  /** Failures in a row that open it. */
  failures: 5,
  /** Attempts at once when it is fully closed: an endpoint's slots. */
  slots: 4,
  openMs: 30_000,
  maxOpenMs: 15 * 60_000,
  /** A claim's lease: longer than any attempt takes. */
  probeMs: 30_000,
} as const;

export const closedBreaker: Breaker = { state: "closed", failures: 0, slots: breakerRules.slots };

/** What one attempt says about the endpoint; null: nothing (it asked to wait, or was not asked at all). */
export function breakerSignal(outcome: SendOutcome): "success" | "failure" | null {
  switch (outcome.outcome) {
    case "delivered":
      return "success";
    case "gone":
    case "throttled":
      return null;
    case "failed":
      return outcome.class === "unsafe_target" || outcome.class === "request" ? null : "failure";
  }
}

/** How many attempts may run at once now, besides those that run: `running` of this endpoint in all processes. */
export function freeSlots(breaker: Breaker, running: number, nowMs: number): number {
  switch (breaker.state) {
    case "closed":
      return Math.max(0, breaker.slots - running);
    case "open":
      return nowMs >= breaker.untilMs ? 1 : 0;
    case "half_open":
      return nowMs >= breaker.probeUntilMs ? 1 : 0;
  }
}

/** The state once an attempt was claimed that `freeSlots` allowed: the first one after an opening is the probe. */
export function afterClaim(breaker: Breaker, nowMs: number): Breaker {
  switch (breaker.state) {
    case "closed":
      return breaker;
    case "open":
    case "half_open":
      return {
        state: "half_open",
        openings: breaker.openings,
        probeUntilMs: nowMs + breakerRules.probeMs,
      };
  }
}

export function afterSuccess(breaker: Breaker): Breaker {
  switch (breaker.state) {
    case "closed":
      return {
        state: "closed",
        failures: 0,
        slots: Math.min(breaker.slots * 2, breakerRules.slots),
      };
    case "half_open":
      return { state: "closed", failures: 0, slots: 1 };
    case "open":
      // an attempt from before the opening: the probe decides, not chance
      return breaker;
  }
}

export function afterFailure(breaker: Breaker, nowMs: number): Breaker {
  switch (breaker.state) {
    case "closed": {
      const failures = breaker.failures + 1;
      // while it ramps up one failure is enough: it was ill a moment ago
      const ramping = breaker.slots < breakerRules.slots;
      if (ramping || failures >= breakerRules.failures) return opened(1, nowMs);
      return { ...breaker, failures };
    }
    case "half_open":
      return opened(breaker.openings + 1, nowMs);
    case "open":
      return breaker;
  }
}

function opened(openings: number, nowMs: number): Breaker {
  const openMs = Math.min(breakerRules.openMs * 2 ** (openings - 1), breakerRules.maxOpenMs);
  return { state: "open", untilMs: nowMs + openMs, openings };
}
