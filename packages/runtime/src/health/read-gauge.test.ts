import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { createReadGauges } from "./read-gauge.ts";

test("gauges show what one reading gave, and nothing when it failed", async () => {
  const registry = new Registry();
  let readings = 0;
  let queue: { readonly open: number; readonly oldest: Readonly<Record<string, number>> } | null = {
    open: 3,
    oldest: { ready: 1.5, waiting: 60 },
  };
  const read = () => {
    readings += 1;
    return queue === null ? Promise.reject(new Error("no database")) : Promise.resolve(queue);
  };
  createReadGauges(registry, read, [
    { name: "open_things", help: "Things", values: ({ open }) => [{ value: open }] },
    {
      name: "oldest_thing_seconds",
      help: "Age",
      labels: ["state"],
      values: ({ oldest }) =>
        Object.entries(oldest).map(([state, value]) => ({ labels: { state }, value })),
    },
  ]);
  const shown = async (): Promise<readonly string[]> =>
    (await registry.metrics()).split("\n").filter((line) => /^\w/.test(line));
  expect(await shown()).toEqual([
    "open_things 3",
    'oldest_thing_seconds{state="ready"} 1.5',
    'oldest_thing_seconds{state="waiting"} 60',
  ]);
  expect(readings).toBe(1);
  queue = null;
  await expect.poll(shown, { timeout: 3_000, interval: 100 }).toEqual([]);
});
