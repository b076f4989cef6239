import { expect, test } from "vitest";
import { createTroubleLog } from "./trouble-log.ts";

test("a lasting trouble is told at once, then every 30 s with a count, and its end", () => {
  const told: unknown[] = [];
  let now = 1_000;
  const write = (fields: object, sentence: string) => void told.push({ ...fields, sentence });
  // as: only these two are used, with fields and a sentence
  const log = { warn: write, info: write } as unknown as Parameters<typeof createTroubleLog>[0];
  const trouble = createTroubleLog(log, { now: () => now });
  trouble.over();
  expect(told).toEqual([]);
  const err = new Error("down");
  for (let ms = 0; ms <= 30_000; ms += 1_000) {
    now = 1_000 + ms;
    trouble.met(err);
  }
  const sentence = "the log cannot be published, it will be tried again";
  expect(told).toEqual([
    { err, repeated: 0, sentence },
    { err, repeated: 29, sentence },
  ]);
  now = 32_500;
  trouble.over();
  trouble.over();
  expect(told.slice(2)).toEqual([{ ms: 31_500, sentence: "the log is published again" }]);
});
