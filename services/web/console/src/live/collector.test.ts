import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCollector } from "./collector.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first goes out after a moment, what follows together, each once, 2 s later", () => {
  const handed: (readonly string[])[] = [];
  const collector = createCollector<string>((items) => void handed.push(items));
  collector.add("a");
  vi.advanceTimersByTime(60);
  expect(handed).toEqual([["a"]]);
  for (const item of ["a", "b", "a"]) collector.add(item);
  vi.advanceTimersByTime(1_999);
  expect(handed).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(handed[1]).toEqual(["a", "b"]);
  vi.advanceTimersByTime(10_000);
  expect(handed).toHaveLength(2);
  collector.add("c");
  collector.stop();
  vi.advanceTimersByTime(10_000);
  expect(handed).toHaveLength(2);
});
