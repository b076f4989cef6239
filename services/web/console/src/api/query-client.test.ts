import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { shouldRetry } from "./query-client.ts";

test.each([
  [0, true],
  [502, true],
  [503, true],
  [500, false],
  [400, false],
  [401, false],
  [403, false],
  [404, false],
  [409, false],
  [429, false],
])("after status %i a query tries again: %s", (status, again) => {
  const error = new ApiError({ status, message: "x" });
  expect(shouldRetry(0, error)).toBe(again);
  expect(shouldRetry(2, error)).toBe(false);
});
