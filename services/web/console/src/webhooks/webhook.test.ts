import { expect, test } from "vitest";
import { shareWords, type Health } from "./webhook.ts";

test.each([
  [null, 0, "no attempts"],
  [1, 4_200, "100 % of 4,200"],
  [0.9999, 5_000, "99.9 % of 5,000"],
  [0.5, 2, "50.0 % of 2"],
  [0, 7, "0 % of 7"],
])("a success share of %j", (successShare, attempts, words) => {
  const lastDay = { attempts, delivered: 0, successShare, latencyMs: { p50: null, p95: null } };
  // as: nothing else of it is read
  expect(shareWords({ lastDay } as Health)).toBe(words);
});
