import { expect, test } from "vitest";
import { numbersOf, readFilters, todayOf, toQuery } from "./views.ts";

const today = { from: "2026-03-02T00:00:00.000Z", to: "2026-03-03T00:00:00.000Z" };
const queryOf = (address: string) => toQuery(readFilters(new URLSearchParams(address)), today);

test.each([
  ["", { limit: 100 }],
  ["view=late", { limit: 100, late: "true" }],
  ["view=exception", { limit: 100, status: "exception,customs_hold,attempt_failed" }],
  ["view=today", { limit: 100, scheduledFrom: today.from, scheduledTo: today.to }],
  ["view=nonsense&status=nonsense&mode=air", { limit: 100, mode: "air" }],
  ["view=exception&status=returned", { limit: 100, status: "returned" }],
  ["view=late&sort=-delivery", { limit: 100, late: "true", sort: "-delivery" }],
  ["sort=customer", { limit: 100 }],
])("%s", (address, query) => {
  expect(queryOf(address)).toEqual(query);
});

test("a search looks through every view", () => {
  expect(queryOf("view=late&q=SHP-1")).toEqual({ limit: 100, q: "SHP-1" });
});

test("today is a day of the user's zone, also when the clock changes", () => {
  const { from, to } = todayOf(new Date("2026-03-29T12:00:00Z"));
  expect(new Date(from).getHours()).toBe(0);
  expect(new Date(to).getHours()).toBe(0);
  expect(Date.parse(to) - Date.parse(from)).toBeGreaterThanOrEqual(23 * 3_600_000);
});

test("pasted numbers are taken apart, each once", () => {
  expect(numbersOf("SHP-1, SHP-2\nSHP-3;SHP-1")).toEqual(["SHP-1", "SHP-2", "SHP-3"]);
});
