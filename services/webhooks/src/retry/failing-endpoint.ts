/** How long an endpoint has been failing without a success between: decides when it is disabled. */
export type FailingRun = {
  /** When the first failure of the run was recorded; null when the last attempt succeeded or none was made. */
  readonly sinceMs: number | null;
  /** Failed attempts since then, of all deliveries. */
  readonly attempts: number;
};

export const notFailing: FailingRun = { sinceMs: null, attempts: 0 };

/** An endpoint is disabled when it failed for five days and in 20 attempts (05-webhooks): both, so that neither a burst nor silence is enough. */
export const disableAfter = { ms: 5 * 24 * 3_600_000, attempts: 20 } as const;

export function failingRunAfter(run: FailingRun, succeeded: boolean, nowMs: number): FailingRun {
  if (succeeded) return notFailing;
  return { sinceMs: run.sinceMs ?? nowMs, attempts: run.attempts + 1 };
}

export function isToBeDisabled(run: FailingRun, nowMs: number): boolean {
  if (run.sinceMs === null || run.attempts < disableAfter.attempts) return false;
  return nowMs - run.sinceMs >= disableAfter.ms;
}
