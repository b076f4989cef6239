import { expect, it } from "vitest";
import { type FetchArguments, FetchWaits, patchFetchWait } from "./fetch-wait.ts";
import { isFetchWaitPatched } from "./kafka-client.ts";

function definition() {
  return { protocol: () => (args: FetchArguments) => ({ ...args, topics: 1 }) };
}

it("each request waits as long as the most impatient reader lets it", () => {
  const waits = new FetchWaits();
  const fetch = definition();
  expect(patchFetchWait(fetch, waits, "2.2.4")).toBe(true);
  const request = () => fetch.protocol()({ maxWaitTime: 250 });
  expect(request()).toEqual({ maxWaitTime: 250, topics: 1 });
  waits.add(() => 4_000);
  expect(request()).toEqual({ maxWaitTime: 4_000, topics: 1 });
  const end = waits.add(() => 300);
  expect(request()).toEqual({ maxWaitTime: 300, topics: 1 });
  end();
  expect(request()).toEqual({ maxWaitTime: 4_000, topics: 1 });
});

it("another version of kafkajs is left alone", () => {
  const fetch = definition();
  const before = fetch.protocol;
  expect(patchFetchWait(fetch, new FetchWaits(), "2.2.5")).toBe(false);
  expect(fetch.protocol).toBe(before);
});

it("the version that is installed is the one that the patch is for", () => {
  expect(isFetchWaitPatched).toBe(true);
});
