import { describe, expect, test } from "vitest";
import { createGate, type Gate } from "../fixtures/gate.ts";
import { type BatcherOptions, createBatcher } from "./batcher.ts";

type Options = BatcherOptions<string, string>;

const bounds = { maxBatch: 3, maxInFlight: 2, longestWaitMs: 10_000 };

/** Batches that are answered when the test says so, in upper case. */
function setUp(options: Partial<Options> = {}) {
  const batches: string[][] = [];
  const gates: Gate<void>[] = [];
  const ask = createBatcher<string, string>({
    ...bounds,
    run: async (batch) => {
      batches.push([...batch]);
      const gate = createGate();
      gates.push(gate);
      await gate.promise;
      return batch.map((question) => question.toUpperCase());
    },
    ...options,
  });
  return { ask, batches, gates };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("questions asked together", () => {
  test("share batches up to the limits, in their order, and get their own answers", async () => {
    const { ask, batches, gates } = setUp();
    const answers = Promise.all(["a", "b", "c", "d", "e", "f", "g"].map(ask));
    await turn();
    expect(batches).toEqual([
      ["a", "b", "c"],
      ["d", "e", "f"],
    ]);
    gates[1]?.open();
    await expect.poll(() => batches[2]).toEqual(["g"]);
    gates[0]?.open();
    gates[2]?.open();
    expect(await answers).toEqual(["A", "B", "C", "D", "E", "F", "G"]);
  });

  test("a question joins no batch that was sent before it was asked", async () => {
    const { ask, batches, gates } = setUp({ maxInFlight: 1 });
    const first = ask("a");
    await turn();
    const second = ask("a");
    await turn();
    expect(batches).toEqual([["a"]]);
    gates[0]?.open();
    await first;
    await expect.poll(() => batches).toEqual([["a"], ["a"]]);
    gates[1]?.open();
    await second;
  });

  test("of different kinds are in different batches", async () => {
    const { ask, batches, gates } = setUp({ kindOf: (question) => question[0] ?? "" });
    const answers = Promise.all(["a1", "b1", "a2", "b2"].map(ask));
    await turn();
    expect(batches).toEqual([
      ["a1", "a2"],
      ["b1", "b2"],
    ]);
    for (const gate of gates) gate.open();
    expect(await answers).toEqual(["A1", "B1", "A2", "B2"]);
  });
});

describe("a batch that fails", () => {
  const failingFor = (bad: string): Partial<Options> => ({
    run: (batch) =>
      batch.includes(bad)
        ? Promise.reject(new Error(`no ${bad}`))
        : Promise.resolve(batch.map((question) => question.toUpperCase())),
  });

  test("for one question's sake fails that question alone", async () => {
    const { ask } = setUp({ ...failingFor("b"), isOnesFault: () => true });
    const answers = await Promise.allSettled(["a", "b", "c"].map(ask));
    expect(answers).toEqual([
      { status: "fulfilled", value: "A" },
      { status: "rejected", reason: new Error("no b") },
      { status: "fulfilled", value: "C" },
    ]);
  });

  test("for the database's sake fails them all at once, and the next one is asked as ever", async () => {
    const { ask } = setUp({ ...failingFor("b"), isOnesFault: () => false });
    const answers = await Promise.allSettled(["a", "b", "c"].map(ask));
    expect(answers.map((answer) => answer.status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await ask("d")).toBe("D");
  });

  test("with answers missing fails", async () => {
    const { ask } = setUp({ run: () => Promise.resolve([]) });
    await expect(ask("a")).rejects.toThrow("other questions");
  });
});

test("a question that has waited too long for its turn fails, later ones do not", async () => {
  const { ask, gates } = setUp({ maxInFlight: 1, longestWaitMs: 20 });
  const first = ask("a");
  await turn();
  const late = ask("b");
  const failure = late.catch((error: unknown) => error);
  const overdueAt = performance.now() + 30;
  await expect.poll(() => performance.now(), { interval: 5 }).toBeGreaterThan(overdueAt);
  const punctual = ask("c");
  gates[0]?.open();
  await first;
  expect(String(await failure)).toContain("busy for too long");
  await expect.poll(() => gates).toHaveLength(2);
  gates[1]?.open();
  expect(await punctual).toBe("C");
});
