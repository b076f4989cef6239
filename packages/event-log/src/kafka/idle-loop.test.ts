import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { patchIdleLoop, type RequestQueue } from "./idle-loop.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function queueWith(pending: readonly unknown[], throttledUntil = -1) {
  let checks = 0;
  const queue: RequestQueue = {
    pending,
    throttledUntil,
    throttleCheckTimeoutId: null,
    checkPendingRequests: () => {
      checks += 1;
    },
    scheduleCheckPendingRequests: () => undefined,
  };
  return { queue, checks: () => checks };
}

describe("the patched request queue", () => {
  it("sets no timer when nothing is pending", () => {
    const { queue } = queueWith([]);
    expect(patchIdleLoop(queue, "2.2.4")).toBe(true);
    queue.scheduleCheckPendingRequests();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("looks once at what is pending, soon or when the broker's throttling ends", async () => {
    const soon = queueWith(["request"]);
    const throttled = queueWith(["request"], Date.now() + 500);
    for (const { queue } of [soon, throttled]) {
      patchIdleLoop(queue, "2.2.4");
      queue.scheduleCheckPendingRequests();
      queue.scheduleCheckPendingRequests();
    }
    expect(vi.getTimerCount()).toBe(2);
    await vi.advanceTimersByTimeAsync(10);
    expect([soon.checks(), throttled.checks()]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(490);
    expect([soon.checks(), throttled.checks()]).toEqual([1, 1]);
  });

  it("leaves any other version alone", () => {
    const { queue } = queueWith([]);
    const before = queue.scheduleCheckPendingRequests;
    expect(patchIdleLoop(queue, "2.2.5")).toBe(false);
    expect(queue.scheduleCheckPendingRequests).toBe(before);
  });
});
