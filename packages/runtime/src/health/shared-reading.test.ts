import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSharedReading } from "./shared-reading.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a shared reading", () => {
  test("is read once a second, however often it is asked for", async () => {
    let reads = 0;
    const read = (): Promise<number> => Promise.resolve((reads += 1));
    const reading = createSharedReading(read);
    expect(await Promise.all([reading.current(), reading.current()])).toEqual([1, 1]);
    vi.advanceTimersByTime(999);
    expect(await reading.current()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await reading.current()).toBe(2);
  });

  test("that fails is null, not what was read before", async () => {
    const read = vi
      .fn<() => Promise<number>>()
      .mockResolvedValueOnce(7)
      .mockRejectedValueOnce(new Error("the database is gone"));
    const reading = createSharedReading(read);
    expect(await reading.current()).toBe(7);
    vi.advanceTimersByTime(1_000);
    expect(await reading.current()).toBeNull();
  });

  test("that hangs is null after a second, and is not started again while it hangs", async () => {
    const read = vi.fn<() => Promise<number>>(() => new Promise(() => undefined));
    const reading = createSharedReading(read);
    const first = reading.current();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toBeNull();
    const second = reading.current();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await second).toBeNull();
    expect(read).toHaveBeenCalledTimes(1);
  });
});
