import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { grouped } from "./grouped-destination.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What was written together, in groups. */
function written() {
  const groups: string[] = [];
  let flushed = 0;
  const target = {
    write: (text: string) => void groups.push(text),
    flushSync: () => {
      flushed = groups.length;
    },
  };
  return { groups, flushed: () => flushed, destination: grouped(target) };
}

describe("a grouped destination", () => {
  test("writes a line after a pause at once", () => {
    const { groups, destination } = written();
    destination.write("a");
    expect(groups).toEqual(["a"]);
    vi.advanceTimersByTime(1_000);
    destination.write("b");
    expect(groups).toEqual(["a", "b"]);
  });

  test("writes those that follow together after 50 ms, as long as lines come", () => {
    const { groups, destination } = written();
    for (const line of ["a", "b", "c"]) destination.write(line);
    expect(groups).toEqual(["a"]);
    vi.advanceTimersByTime(50);
    expect(groups).toEqual(["a", "bc"]);
    destination.write("d");
    vi.advanceTimersByTime(49);
    expect(groups).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(groups).toEqual(["a", "bc", "d"]);
  });

  test("does nothing while no line comes", () => {
    const { destination } = written();
    destination.write("a");
    vi.advanceTimersByTime(50);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not wait with much", () => {
    const { groups, destination } = written();
    const line = "x".repeat(4_096);
    for (let n = 0; n < 4; n += 1) destination.write(line);
    expect(groups).toEqual([line, line + line]);
    vi.advanceTimersByTime(50);
    expect(groups).toEqual([line, line + line, line]);
  });

  test("writes what is left when pino asks for it", () => {
    const { groups, flushed, destination } = written();
    for (const line of ["a", "b"]) destination.write(line);
    expect(groups).toEqual(["a"]);
    destination.flushSync();
    expect(groups).toEqual(["a", "b"]);
    expect(flushed()).toBe(2);
  });
});
