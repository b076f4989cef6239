import {
  afterFailure,
  afterSuccess,
  type Breaker,
  breakerRules,
  breakerSignal,
} from "../retry/breaker.ts";
import { failingRunAfter, isToBeDisabled } from "../retry/failing-endpoint.ts";
import type { SendResult } from "../send/send-result.ts";
import type { EndpointHealth } from "./lock-health.ts";

/** An endpoint's health while results are added to it, one after the other. */
export interface HealthRun {
  readonly health: EndpointHealth;
  readonly delivered: number;
  readonly failed: number;
  /** Why the endpoint is not to be sent to any more; null: go on. */
  readonly disable: "gone" | "failing" | "unsafe_target" | null;
}

export function startRun(health: EndpointHealth): HealthRun {
  return { health, delivered: 0, failed: 0, disable: null };
}

/** The health after one more result. Pure; times come from `nowMs`, the database's. */
export function learn(run: HealthRun, result: SendResult, nowMs: number): HealthRun {
  const succeeded = result.outcome === "delivered";
  if (succeeded && isWell(run.health)) return { ...run, delivered: run.delivered + 1 };
  const signal = breakerSignal(result);
  const before = breakerOf(run.health);
  const breaker =
    signal === "success"
      ? afterSuccess(before)
      : signal === "failure"
        ? afterFailure(before, nowMs)
        : before;
  const failing = failingRunAfter(
    {
      sinceMs: run.health.failingSince === null ? null : Date.parse(run.health.failingSince),
      attempts: run.health.failingAttempts,
    },
    succeeded,
    nowMs,
  );
  return {
    health: {
      ...run.health,
      ...breakerColumns(breaker),
      pausedUntil: pausedUntil(run.health.pausedUntil, result, nowMs),
      failingSince: failing.sinceMs === null ? null : new Date(failing.sinceMs).toISOString(),
      failingAttempts: failing.attempts,
    },
    delivered: run.delivered + (succeeded ? 1 : 0),
    failed: run.failed + (succeeded ? 0 : 1),
    disable:
      run.disable ?? reasonToDisable(result) ?? (isToBeDisabled(failing, nowMs) ? "failing" : null),
  };
}

/** One more success changes nothing: so it is with nearly every result. */
function isWell(health: EndpointHealth): boolean {
  const { breaker, failuresInRow, openedTimes, retryAt, rampSlots, failingSince, failingAttempts } =
    health;
  return (
    breaker === "closed" &&
    failuresInRow + openedTimes + failingAttempts === 0 &&
    retryAt === null &&
    rampSlots === null &&
    failingSince === null
  );
}

/** Nothing but successes at an endpoint that was well before: it goes on as it did. `before` is what the run started from. */
export function wentWell(
  before: EndpointHealth | undefined,
  run: HealthRun,
  nowMs: number,
): boolean {
  if (before === undefined || before.state !== "active" || !isWell(before)) return false;
  const isPaused = before.pausedUntil !== null && Date.parse(before.pausedUntil) > nowMs;
  return run.failed === 0 && !isPaused;
}

function reasonToDisable(result: SendResult): "gone" | "unsafe_target" | null {
  if (result.outcome === "gone") return "gone";
  return result.outcome === "failed" && result.class === "unsafe_target" ? "unsafe_target" : null;
}

/** Never shortened: two answers in flight may ask for different waits. */
function pausedUntil(known: string | null, result: SendResult, nowMs: number): string | null {
  if (result.outcome !== "throttled" || result.retryAfterMs === null) return known;
  const asked = nowMs + result.retryAfterMs;
  return new Date(known === null ? asked : Math.max(asked, Date.parse(known))).toISOString();
}

function breakerOf(health: EndpointHealth): Breaker {
  switch (health.breaker) {
    case "closed":
      return {
        state: "closed",
        failures: health.failuresInRow,
        slots: health.rampSlots ?? breakerRules.slots,
      };
    case "open":
      return {
        state: "open",
        untilMs: health.retryAt === null ? 0 : Date.parse(health.retryAt),
        openings: health.openedTimes,
      };
    case "half_open":
      return { state: "half_open", openings: health.openedTimes, probeUntilMs: 0 };
  }
}

function breakerColumns(breaker: Breaker) {
  switch (breaker.state) {
    case "closed":
      return {
        breaker: "closed" as const,
        failuresInRow: breaker.failures,
        openedTimes: 0,
        retryAt: null,
        rampSlots: breaker.slots === breakerRules.slots ? null : breaker.slots,
      };
    case "open":
      return {
        breaker: "open" as const,
        failuresInRow: 0,
        openedTimes: breaker.openings,
        retryAt: new Date(breaker.untilMs).toISOString(),
        rampSlots: null,
      };
    case "half_open":
      return {
        breaker: "half_open" as const,
        failuresInRow: 0,
        openedTimes: breaker.openings,
        retryAt: null,
        rampSlots: null,
      };
  }
}
