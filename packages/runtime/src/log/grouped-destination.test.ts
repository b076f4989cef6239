import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { grouped } from "./grouped-destination.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What was written together, in groups. */
function written() {
  const groups: string[][] = [];
  let lines: string[] = [];
  const flush = (): void => {
    groups.push(lines);
    lines = [];
  };
  const buffer = { write: (line: string) => void lines.push(line), flush, flushSync: flush };
  return { groups, destination: grouped(buffer) };
}

describe("a grouped destination", () => {
  test("writes a line after a pause at once", () => {
    const { groups, destination } = written();
    destination.write("a");
    expect(groups).toEqual([["a"]]);
    vi.advanceTimersByTime(1_000);
    destination.write("b");
    expect(groups).toEqual([["a"], ["b"]]);
  });

  test("writes those that follow together after 50 ms, as long as lines come", () => {
    const { groups, destination } = written();
    for (const line of ["a", "b", "c"]) destination.write(line);
    expect(groups).toEqual([["a"]]);
    vi.advanceTimersByTime(50);
    expect(groups).toEqual([["a"], ["b", "c"]]);
    destination.write("d");
    vi.advanceTimersByTime(49);
    expect(groups).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(groups).toEqual([["a"], ["b", "c"], ["d"]]);
  });

  test("does nothing while no line comes", () => {
    const { destination } = written();
    destination.write("a");
    vi.advanceTimersByTime(50);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("writes what is left when pino asks for it", () => {
    const { groups, destination } = written();
    for (const line of ["a", "b"]) destination.write(line);
    destination.flushSync();
    expect(groups).toEqual([["a"], ["b"]]);
  });
});
