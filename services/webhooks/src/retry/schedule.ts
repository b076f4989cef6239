/**
 * When the next attempt of a delivery is due (05-webhooks, "Ingest and dispatch"). Pure: the caller gives the time (the
 * database's) and the chance.
 */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** What is waited before attempt 1, 2, 3…; there are as many attempts as entries. */
export const scheduleMs: readonly number[] = [
  0,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

export const maxAttempts = scheduleMs.length;

export type NextAttempt =
  | { readonly outcome: "retry"; readonly delayMs: number }
  /** All attempts are used up: the delivery is dead. */
  | { readonly outcome: "final" };

/**
 * After `attemptsMade` attempts (1 or more) that did not deliver. `random` is in [0, 1): the delay is spread by ±25 %, so that what
 * failed together is not tried together. A receiver's Retry-After only ever makes the delay longer: zero must not end the back-off.
 */
export function nextAttempt(failed: {
  readonly attemptsMade: number;
  readonly random: number;
  readonly retryAfterMs: number | null;
}): NextAttempt {
  const planned = scheduleMs[failed.attemptsMade];
  if (planned === undefined) return { outcome: "final" };
  const spread = planned * (0.75 + 0.5 * failed.random);
  return { outcome: "retry", delayMs: Math.round(Math.max(spread, failed.retryAfterMs ?? 0)) };
}

/** Attempts and time for which the oldest open delivery of a lane holds its successors back. */
export const laneHold = { attempts: 6, forMs: 45 * minute } as const;

/**
 * Whether the oldest open delivery of an (endpoint, shipment) lane still holds its successors. `heldSinceMs`: when it became due for
 * the first time.
 */
export function holdsLane(
  head: { readonly attemptsMade: number; readonly heldSinceMs: number },
  nowMs: number,
): boolean {
  return head.attemptsMade < laneHold.attempts && nowMs - head.heldSinceMs < laneHold.forMs;
}
