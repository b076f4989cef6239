import { type LogNews, relaxedMs } from "@shipment-tracking/event-log";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Dispatching } from "../fixtures/dispatching.ts";

let hooks: Dispatching;
let announce: () => void;
const news: LogNews = {
  isReliable: () => true,
  subscribe: (heard) => {
    announce = heard;
    return () => undefined;
  },
  missed: () => undefined,
};

beforeEach(async () => {
  hooks = await Dispatching.start();
});
afterEach(() => hooks.close());

const patient = { timeout: 20_000, interval: 5 };

/** Until the worker has not looked for so long that it looks seldom by itself. */
async function untilItLooksSeldom(worker: { lastLookAt(): number }): Promise<void> {
  await vi.waitFor(() => {
    expect(Date.now() - worker.lastLookAt()).toBeGreaterThan(relaxedMs / 2);
  }, patient);
  const lookedAt = worker.lastLookAt();
  await vi.waitFor(() => {
    expect(worker.lastLookAt()).toBeGreaterThan(lookedAt);
  }, patient);
}

it("a worker that hears announcements looks seldom by itself, and at once when it hears one", async () => {
  const { url } = hooks.receiver;
  await hooks.tables.endpoint({ url });
  const worker = hooks.worker({ news });
  await untilItLooksSeldom(worker);
  const lookedAt = worker.lastLookAt();
  await hooks.put(hooks.messages(1));
  announce();
  await vi.waitFor(() => {
    expect(hooks.errors).toEqual([]);
    expect(hooks.receiver.received.length).toBe(1);
  }, patient);
  expect(worker.lastLookAt() - lookedAt).toBeLessThan(relaxedMs);
});
