import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createRebuildProgress, durationText, progressText } from "./rebuild-progress.ts";

test("progress says how many, how fast and how long still", () => {
  expect(progressText({ done: 412_000, total: 1_000_000 }, 20_000)).toBe(
    "412,000 of 1,000,000 events, 20,600/s, 29 s left",
  );
  expect(progressText({ done: 0, total: 10 }, 0)).toBe("0 of 10 events, 0/s");
});

test.each([
  [0.4, "0 s"],
  [59.6, "1 min 0 s"],
  [3_599, "59 min 59 s"],
  [7_500, "2 h 5 min"],
])("%d seconds are %s", (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test("off a terminal a line comes with each phase and every other second", () => {
  let time = 0;
  const err = new PassThrough({ encoding: "utf8" });
  const progress = createRebuildProgress({ out: new PassThrough(), err }, () => time);
  progress.phase("Loading", 100);
  for (time = 1_000; time <= 4_000; time += 1_000) progress.events(20);
  progress.end();
  expect(err.read()).toBe(
    "Loading\nLoading: 40 of 100 events, 20/s, 3 s left\nLoading: 80 of 100 events, 20/s, 1 s left\n",
  );
});
