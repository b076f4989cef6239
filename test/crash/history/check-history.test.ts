import { describe, expect, test } from "vitest";
import { checkHistory } from "./check-history.ts";
import { goodHistory } from "./good-history.ts";
import { mutations } from "./mutations.ts";

test("a good history has nothing to complain about", () => {
  expect(checkHistory(goodHistory())).toEqual([]);
});

test("answers are compared only when there are any", () => {
  expect(checkHistory({ ...goodHistory(), answers: null })).toEqual([]);
});

describe("a spoilt history is caught, and told which promise it breaks:", () => {
  test.each(mutations)("%s: %s", (_name, invariant, mutate) => {
    const violations = checkHistory(mutate(goodHistory()));
    expect(violations).not.toEqual([]);
    expect(new Set(violations.map((violation) => violation.invariant))).toEqual(
      new Set([invariant]),
    );
  });
});

test("a machine that is busy with other things may take longer, in proportion", () => {
  const { faults, ...rest } = goodHistory();
  const slow = faults.map((fault) => ({ ...fault, lagHealedMs: 25_000 }));
  const violationsWith = (patience: number): number =>
    checkHistory({ ...rest, faults: slow.map((fault) => ({ ...fault, patience })) }).length;
  expect(violationsWith(2)).toBe(faults.length);
  expect(violationsWith(3)).toBe(0);
});
