/** What the claim of the workers asks about an open delivery, answered: see `explainDeliveries`. Times are ISO 8601 UTC. */
export interface WaitingFacts {
  readonly underWay: boolean;
  readonly endpointState: "active" | "paused" | "disabled";
  readonly endpointIsActive: boolean;
  readonly pauseIsOver: boolean;
  readonly pausedUntil: string | null;
  readonly breaker: "closed" | "open" | "half_open";
  readonly breakerLetsPass: boolean;
  readonly retryAt: string | null;
  readonly laneIsFree: boolean;
  /** The delivery that holds the lane; null when there is none. */
  readonly head: LaneHead | null;
  readonly isDue: boolean;
  readonly dueAt: string;
  /** Attempts made so far. */
  readonly attempts: number;
  readonly slotsAreTaken: boolean;
}

interface LaneHead {
  readonly sequence: number;
  readonly attempts: number;
  readonly dueAt: string;
  readonly underWay: boolean;
}

export type WaitingCode =
  | "under_way"
  | "endpoint_paused"
  | "endpoint_disabled"
  | "endpoint_deleted"
  | "retry_after"
  | "breaker_open"
  | "earlier_event"
  | "retry"
  | "breaker_half_open"
  | "slots_taken"
  | "due";

/** Why a delivery has not been sent, for people. */
export interface Waiting {
  readonly code: WaitingCode;
  readonly sentence: string;
  /** When that ends at the latest, ISO 8601 UTC; null when no clock decides it. */
  readonly until: string | null;
}

/** The one cause that a reader can do most about: what stops the whole endpoint before what stops this delivery. */
export function whyWaiting(facts: WaitingFacts): Waiting {
  if (facts.underWay) return waiting("under_way", "It is being sent now.");
  if (!facts.endpointIsActive) return stopped(facts.endpointState);
  if (!facts.pauseIsOver) {
    return until(
      "retry_after",
      facts.pausedUntil,
      (time) => `The receiver asked for a pause (Retry-After): nothing is sent before ${time}.`,
    );
  }
  if (!facts.breakerLetsPass) {
    return until(
      "breaker_open",
      facts.retryAt,
      (time) =>
        `The circuit breaker is open after failures in a row: one delivery is tried at ${time}.`,
    );
  }
  if (!facts.laneIsFree) return behind(facts.head);
  if (!facts.isDue) {
    return until(
      "retry",
      facts.dueAt,
      (time) => `Attempt ${String(facts.attempts + 1)} is made at ${time}.`,
    );
  }
  if (facts.slotsAreTaken) return busy(facts.breaker);
  return waiting("due", "It is due and is sent as soon as a worker is free.");
}

function stopped(state: WaitingFacts["endpointState"]): Waiting {
  switch (state) {
    case "paused":
      return waiting("endpoint_paused", "The endpoint is paused.");
    case "disabled":
      return waiting("endpoint_disabled", "The endpoint is disabled.");
    case "active":
      return waiting("endpoint_deleted", "The endpoint was deleted.");
  }
}

function behind(head: LaneHead | null): Waiting {
  if (head === null) {
    return waiting("earlier_event", "An earlier event of the same shipment has just ended.");
  }
  const earlier = `An earlier event of the same shipment (sequence ${String(head.sequence)})`;
  if (head.underWay) return waiting("earlier_event", `${earlier} is being sent.`);
  if (head.attempts === 0) return waiting("earlier_event", `${earlier} is to be sent first.`);
  return until(
    "earlier_event",
    head.dueAt,
    (time) =>
      `${earlier} is in retry: its attempt ${String(head.attempts + 1)} is made at ${time}.`,
  );
}

function busy(breaker: WaitingFacts["breaker"]): Waiting {
  return breaker === "closed"
    ? waiting("slots_taken", "Other deliveries of the endpoint are under way, as many as may be.")
    : waiting(
        "breaker_half_open",
        "The circuit breaker is half open: another delivery is tried first.",
      );
}

function waiting(code: WaitingCode, sentence: string): Waiting {
  return { code, sentence, until: null };
}

function until(code: WaitingCode, time: string | null, words: (time: string) => string): Waiting {
  const shown = time === null ? "a time that is not known" : `${time.slice(0, 19)}Z`;
  return { code, sentence: words(shown), until: time };
}
