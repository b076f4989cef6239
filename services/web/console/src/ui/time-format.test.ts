import { expect, test } from "vitest";
import { exactTimes, formatTime } from "./time-format.ts";

const now = Date.parse("2026-05-10T12:00:00.000Z");
const at = (seconds: number): string => new Date(now + seconds * 1_000).toISOString();

test.each([
  [0, "now"],
  [-30, "now"],
  [-60, "1 min ago"],
  [-59 * 60, "59 min ago"],
  [-60 * 60, "1 h ago"],
  [-23 * 3_600, "23 h ago"],
  [-24 * 3_600, "1 d ago"],
  [-6 * 86_400, "6 d ago"],
  [90, "in 2 min"],
  [3 * 3_600, "in 3 h"],
])("%i s from now is %s", (seconds, text) => {
  expect(formatTime(at(seconds), "relative", now)).toBe(text);
});

test("from a week on it is the date, with the year only of another year", () => {
  expect(formatTime(at(-8 * 86_400), "relative", now)).toMatch(/^2 May,? \d\d:00$/);
  expect(formatTime("2024-02-03T10:00:00.000Z", "relative", now)).toMatch(/^3 Feb 2024,? \d\d:00$/);
});

test("what is no instant is nothing, not 1970", () => {
  expect(formatTime("soon", "short", now)).toBeNull();
});

test("the exact time is local with its zone, and UTC to the millisecond", () => {
  const { local, utc } = exactTimes("2026-05-10T12:00:00.123Z");
  expect(utc).toBe("2026-05-10 12:00:00.123 UTC");
  expect(local).toMatch(/^Sun,? 10 May 2026,? \d\d:00:00 \S+/);
});
