import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

const nowMs = Date.parse("2026-05-04T10:00:00Z");
const day = 24 * 3_600_000;

test.each([
  ["0", 0],
  ["120", 120_000],
  [" 120 ", 120_000],
  ["86400", day],
  ["86401", day],
  ["31536000", day],
  ["31536001", null],
  ["99999999999999999999", null],
  ["-1", null],
  ["1.5", null],
  ["1e3", null],
  ["0x10", null],
  ["soon", null],
  ["", null],
  ["1, 2", null],
  ["NaN", null],
  ["Infinity", null],
  ["Mon, 04 May 2026 10:00:30 GMT", 30_000],
  ["Monday, 04-May-26 10:00:30 GMT", 30_000],
  ["Mon May  4 10:00:30 2026", 30_000],
  ["Mon, 04 May 2026 09:00:00 GMT", 0],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["Wed, 06 May 2026 10:00:00 GMT", day],
  ["Tue, 04 May 2027 10:00:01 GMT", null],
  ["Mon, 04 May 2026 99:00:00 GMT", null],
  ["Mon, 04 May 2026 10:00:30 +0200", null],
  ["2026-05-04T10:00:30Z", null],
  ["May 4 2026", null],
])("%j asks for %s ms", (value, expected) => {
  expect(parseRetryAfter(value, nowMs)).toBe(expected);
});

test("absent or repeated asks for nothing", () => {
  expect(parseRetryAfter(undefined, nowMs)).toBeNull();
  expect(parseRetryAfter(["1", "2"], nowMs)).toBeNull();
});

test("whatever the text, the wait is null or within 24 hours", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.bigInt().map(String), fc.double().map(String)), (text) => {
      const waitMs = parseRetryAfter(text, nowMs);
      expect(waitMs === null || (waitMs >= 0 && waitMs <= day)).toBe(true);
    }),
  );
});
