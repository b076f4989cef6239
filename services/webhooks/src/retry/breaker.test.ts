import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  afterClaim,
  afterFailure,
  afterSuccess,
  breakerRules,
  breakerSignal,
  closedBreaker,
  freeSlots,
  type Breaker,
} from "./breaker.ts";

const failTimes = (times: number, breaker = closedBreaker, nowMs = 0) =>
  Array.from({ length: times }).reduce((next: Breaker) => afterFailure(next, nowMs), breaker);

describe("a closed breaker", () => {
  test("opens at the fifth failure in a row", () => {
    expect(failTimes(4)).toMatchObject({ state: "closed", failures: 4 });
    expect(failTimes(5)).toEqual({ state: "open", untilMs: 30_000, openings: 1 });
  });

  test("forgets failures at a success", () => {
    expect(failTimes(4, afterSuccess(failTimes(4)))).toMatchObject({ state: "closed" });
  });

  test("lets four attempts run at once", () => {
    expect([0, 3, 4, 9].map((running) => freeSlots(closedBreaker, running, 0))).toEqual([
      4, 1, 0, 0,
    ]);
  });
});

describe("an open breaker", () => {
  const open = failTimes(5);

  test("lets nothing run until its time, then one probe", () => {
    expect(freeSlots(open, 0, 29_999)).toBe(0);
    expect(freeSlots(open, 0, 30_000)).toBe(1);
    const probing = afterClaim(open, 30_000);
    expect(probing.state).toBe("half_open");
    expect(freeSlots(probing, 1, 30_001)).toBe(0);
  });

  test("is not moved by results of attempts from before", () => {
    expect(afterSuccess(open)).toBe(open);
    expect(afterFailure(open, 1000)).toBe(open);
  });

  test("gives the probe of a process that died to another one", () => {
    const probing = afterClaim(open, 30_000);
    const lostMs = 30_000 + breakerRules.probeMs;
    expect(freeSlots(probing, 1, lostMs - 1)).toBe(0);
    expect(freeSlots(probing, 1, lostMs)).toBe(1);
  });

  test("stays open twice as long after each failed probe, 15 minutes at most", () => {
    let breaker = open;
    const openMs: number[] = [];
    for (let probe = 0; probe < 8; probe += 1) {
      const nowMs = breaker.state === "open" ? breaker.untilMs : 0;
      breaker = afterFailure(afterClaim(breaker, nowMs), nowMs);
      openMs.push((breaker.state === "open" ? breaker.untilMs : 0) - nowMs);
    }
    const minute = 60_000;
    expect(openMs.map((ms) => ms / minute)).toEqual([1, 2, 4, 8, 15, 15, 15, 15]);
  });

  test("ramps up after a good probe: one, two, four at once", () => {
    let breaker = afterSuccess(afterClaim(open, 30_000));
    const slots: number[] = [];
    for (let success = 0; success < 4; success += 1) {
      slots.push(freeSlots(breaker, 0, 30_000));
      breaker = afterSuccess(breaker);
    }
    expect(slots).toEqual([1, 2, 4, 4]);
    expect(breaker).toEqual(closedBreaker);
  });

  test("opens again at the first failure while it ramps up", () => {
    const ramping = afterSuccess(afterClaim(open, 30_000));
    expect(afterFailure(ramping, 40_000)).toMatchObject({ state: "open", untilMs: 70_000 });
  });
});

test("waiting and refused targets say nothing about the endpoint's health", () => {
  const hint = "";
  expect(breakerSignal({ outcome: "delivered" })).toBe("success");
  expect(breakerSignal({ outcome: "throttled", retryAfterMs: null })).toBeNull();
  expect(breakerSignal({ outcome: "gone" })).toBeNull();
  expect(breakerSignal({ outcome: "failed", class: "unsafe_target", hint })).toBeNull();
  expect(breakerSignal({ outcome: "failed", class: "timeout", hint })).toBe("failure");
  expect(breakerSignal({ outcome: "failed", class: "redirect", hint })).toBe("failure");
});

test("under any history: at most one probe at a time, slots within limits, and never open for ever", () => {
  const step = fc.record({
    afterMs: fc.nat({ max: 120_000 }),
    does: fc.constantFrom("claim", "success", "failure"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (history) => {
      let breaker: Breaker = closedBreaker;
      let nowMs = 0;
      for (const { afterMs, does } of history) {
        nowMs += afterMs;
        const before = breaker;
        if (does === "claim" && freeSlots(breaker, 0, nowMs) > 0) {
          breaker = afterClaim(breaker, nowMs);
          if (before.state !== "closed") expect(freeSlots(breaker, 0, nowMs)).toBe(0);
        }
        if (does === "success") breaker = afterSuccess(breaker);
        if (does === "failure") breaker = afterFailure(breaker, nowMs);
        const slots = freeSlots(breaker, 0, nowMs);
        expect(slots).toBeLessThanOrEqual(breaker.state === "closed" ? breakerRules.slots : 1);
        const muchLater = nowMs + breakerRules.maxOpenMs;
        expect(freeSlots(breaker, 0, muchLater)).toBeGreaterThan(0);
      }
    }),
  );
});
