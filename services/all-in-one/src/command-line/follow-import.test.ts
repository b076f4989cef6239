import { expect, test } from "vitest";
import { followImport } from "./follow-import.ts";
import { silentProgress } from "./progress.ts";
import { PassingFailure, type ImportStatus, type WebClient } from "./web-client.ts";

const running: ImportStatus = {
  id: "018f0000-0000-7000-8000-000000000001",
  kind: "events",
  state: "running",
  error: null,
  total: 0,
  processed: 0,
  accepted: 0,
  duplicates: 0,
  rejectedCount: 0,
  rejected: [],
};

type Answer = ImportStatus | Error;

/** Answers in order, the last one for ever; by line, the rejections after it. */
function clientOf(answers: Answer[], lines: readonly number[] = []): WebClient {
  const page = (after: number) =>
    lines
      .filter((line) => line > after)
      .slice(0, 2)
      .map((line) => ({ line, error: "no" }));
  return {
    upload: () => Promise.reject(new Error("not part of this test")),
    logout: () => Promise.resolve(),
    importStatus: (_id, afterLine = 0) => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined || answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve({ ...answer, rejected: page(afterLine) });
    },
  };
}

const fast = { importId: running.id, progress: silentProgress, pollMs: 0 };

test("waits for the end and reports the progress", async () => {
  const seen: (readonly [number, number | null])[] = [];
  const progress = {
    update: (done: number, total: number | null) => void seen.push([done, total]),
    end: () => undefined,
  };
  const half = { ...running, total: 10, processed: 5 };
  const done = { ...half, state: "done" as const, processed: 10 };
  const client = clientOf([running, half, done]);
  expect(await followImport({ ...fast, client, progress })).toEqual(done);
  expect(seen).toEqual([
    [0, null],
    [5, 10],
    [10, 10],
  ]);
});

test("a service that is away for a while is waited for", async () => {
  const done = { ...running, state: "done" as const };
  const client = clientOf([
    running,
    new PassingFailure("no answer"),
    new PassingFailure("503"),
    done,
  ]);
  expect((await followImport({ ...fast, client })).state).toBe("done");
});

test("a service that stays away is given up with a sentence", async () => {
  const client = clientOf([running, new PassingFailure("no answer")]);
  await expect(followImport({ ...fast, client, patienceMs: 20 })).rejects.toThrow(
    /^The service has gone away while it imported \(no answer\)\. The import goes on once it runs again/,
  );
});

test("all rejected lines are fetched, page by page", async () => {
  const done = { ...running, state: "done" as const, rejectedCount: 5 };
  const client = clientOf([done], [2, 3, 5, 8, 13]);
  const { rejected } = await followImport({ ...fast, client });
  expect(rejected.map(({ line }) => line)).toEqual([2, 3, 5, 8, 13]);
});

test("fewer kept lines than rejected ones do not make it wait for ever", async () => {
  const done = { ...running, state: "done" as const, rejectedCount: 500 };
  const { rejected } = await followImport({ ...fast, client: clientOf([done], [2, 3, 4]) });
  expect(rejected).toHaveLength(3);
});
