import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdsLane, laneHold, maxAttempts, nextAttempt, scheduleMs } from "./schedule.ts";

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const attempts = fc.integer({ min: 1, max: maxAttempts - 1 });
const day = 24 * 3_600_000;

test("there are twelve attempts over a good three days", () => {
  expect(maxAttempts).toBe(12);
  const totalMs = scheduleMs.reduce((sum, ms) => sum + ms, 0);
  expect(totalMs / 3_600_000).toBeCloseTo(75.7, 1);
});

test.each([
  [1, 5_000],
  [2, 30_000],
  [3, 120_000],
  [4, 600_000],
  [5, 1_800_000],
  [6, 7_200_000],
  [11, 86_400_000],
])("after attempt %i the delay is %i ms in the middle of its spread", (attemptsMade, delayMs) => {
  expect(nextAttempt({ attemptsMade, random: 0.5, retryAfterMs: null })).toEqual({
    outcome: "retry",
    delayMs,
  });
});

test("after the twelfth there is none, whatever the receiver asks", () => {
  for (const retryAfterMs of [null, 0, day]) {
    expect(nextAttempt({ attemptsMade: 12, random: 0, retryAfterMs })).toEqual({
      outcome: "final",
    });
  }
});

test("the delay is within 25 % of the schedule", () => {
  fc.assert(
    fc.property(attempts, random, (attemptsMade, chance) => {
      const next = nextAttempt({ attemptsMade, random: chance, retryAfterMs: null });
      const planned = scheduleMs[attemptsMade] ?? 0;
      const delayMs = next.outcome === "retry" ? next.delayMs : Number.NaN;
      expect(delayMs).toBeGreaterThanOrEqual(planned * 0.75);
      expect(delayMs).toBeLessThanOrEqual(planned * 1.25);
    }),
  );
});

test("Retry-After makes the delay longer, never shorter", () => {
  fc.assert(
    fc.property(attempts, random, fc.integer({ min: 0, max: day }), (made, chance, waitMs) => {
      const without = nextAttempt({ attemptsMade: made, random: chance, retryAfterMs: null });
      const asked = nextAttempt({ attemptsMade: made, random: chance, retryAfterMs: waitMs });
      const delayMs = without.outcome === "retry" ? without.delayMs : Number.NaN;
      expect(asked).toEqual({ outcome: "retry", delayMs: Math.max(delayMs, waitMs) });
    }),
  );
});

describe("a lane's head", () => {
  test("holds its successors for six attempts or 45 minutes", () => {
    const head = { attemptsMade: 5, heldSinceMs: 0 };
    expect(holdsLane(head, laneHold.forMs - 1)).toBe(true);
    expect(holdsLane(head, laneHold.forMs)).toBe(false);
    expect(holdsLane({ ...head, attemptsMade: 6 }, 0)).toBe(false);
  });

  test("has made its six attempts within the 45 minutes when the spread is even", () => {
    const sixMs = scheduleMs.slice(0, laneHold.attempts).reduce((sum, ms) => sum + ms, 0);
    expect(sixMs).toBeLessThan(laneHold.forMs);
  });

  test("never holds again once it let go", () => {
    const moment = fc.nat({ max: 2 * laneHold.forMs });
    fc.assert(
      fc.property(fc.nat({ max: 12 }), moment, moment, (attemptsMade, one, other) => {
        const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
        const head = { attemptsMade, heldSinceMs: 0 };
        if (!holdsLane(head, earlier)) expect(holdsLane(head, later)).toBe(false);
      }),
    );
  });
});
