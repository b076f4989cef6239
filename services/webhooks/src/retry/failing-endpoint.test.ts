import fc from "fast-check";
import { expect, test } from "vitest";
import {
  disableAfter,
  failingRunAfter,
  isToBeDisabled,
  notFailing,
  type FailingRun,
} from "./failing-endpoint.ts";

const day = 24 * 3_600_000;

test.each([
  [20, 5 * day, true],
  [19, 5 * day, false],
  [1000, 5 * day - 1, false],
  [20, 30 * day, true],
])("%i failures over %i ms disable: %s", (attempts, ms, disabled) => {
  expect(isToBeDisabled({ sinceMs: 1000, attempts }, 1000 + ms)).toBe(disabled);
});

test("an endpoint that never failed is not disabled", () => {
  expect(isToBeDisabled(notFailing, Number.MAX_SAFE_INTEGER)).toBe(false);
});

test("it is disabled exactly when 20 attempts failed since the last success and the first of them is five days old", () => {
  const steps = fc.array(
    fc.record({ afterMs: fc.nat({ max: day }), succeeded: fc.boolean() }).map((step) => ({
      ...step,
      // successes are rare, so that runs get long
      succeeded: step.succeeded && step.afterMs % 16 === 0,
    })),
    { maxLength: 80 },
  );
  fc.assert(
    fc.property(steps, (history) => {
      let run: FailingRun = notFailing;
      let failures: number[] = [];
      let nowMs = 0;
      for (const { afterMs, succeeded } of history) {
        nowMs += afterMs;
        run = failingRunAfter(run, succeeded, nowMs);
        failures = succeeded ? [] : [...failures, nowMs];
        const longEnough = nowMs - (failures[0] ?? nowMs) >= disableAfter.ms;
        expect(isToBeDisabled(run, nowMs)).toBe(longEnough && failures.length >= 20);
      }
    }),
  );
});
