import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pause } from "./pause.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function wokenAfter(pause: Pause, ms: number): Promise<() => boolean> {
  let woken = false;
  void pause.sleep(ms).finally(() => {
    woken = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return () => woken;
}

describe("Pause", () => {
  it("sleeps for its time", async () => {
    const woken = await wokenAfter(new Pause(), 1_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(woken()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(woken()).toBe(true);
  });

  it("is cut short by a wake and leaves no timer behind", async () => {
    const pause = new Pause();
    const woken = await wokenAfter(pause, 1_000);
    pause.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(woken()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not lose a wake that comes between two sleeps, and counts it once", async () => {
    const pause = new Pause();
    pause.wake();
    pause.wake();
    const first = await wokenAfter(pause, 1_000);
    expect(first()).toBe(true);
    const second = await wokenAfter(pause, 1_000);
    expect(second()).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(second()).toBe(true);
  });
});
