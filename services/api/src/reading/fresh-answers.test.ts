import type { Stamp } from "@shipment-tracking/read-model";
import { describe, expect, test } from "vitest";
import { createGate } from "../fixtures/gate.ts";
import { createFreshAnswers, type FreshRequest, type ReadAnswer } from "./fresh-answers.ts";

const stampOf = (version: number, more: Partial<Stamp> = {}): Stamp => ({
  generation: "1",
  version,
  day: "2026-01-01",
  ...more,
});

/** Answers whose text is their version, and how often they were read. */
function setUp(maxBytes = 100_000) {
  const answers = createFreshAnswers(maxBytes);
  let reads = 0;
  const get = async (since: Stamp, now: Stamp, more: Partial<FreshRequest> = {}) => {
    const read = (): Promise<ReadAnswer> => {
      reads += 1;
      return Promise.resolve({ json: `v${String(now.version)}`, stamp: now });
    };
    const answer = await answers.get({ key: "k", since, read, ...more });
    return answer?.body.toString() ?? null;
  };
  return { answers, get, reads: () => reads };
}

describe("a kept answer", () => {
  test("is given away while the version is the same", async () => {
    const { get, reads } = setUp();
    expect(await get(stampOf(1), stampOf(1))).toBe("v1");
    expect(await get(stampOf(1), stampOf(9))).toBe("v1");
    expect(reads()).toBe(1);
  });

  test("is given away when it is later than what the request saw", async () => {
    const { get, reads } = setUp();
    expect(await get(stampOf(3), stampOf(5))).toBe("v5");
    expect(await get(stampOf(4), stampOf(9))).toBe("v5");
    expect(reads()).toBe(1);
  });

  test.each([
    ["a later version", stampOf(2)],
    ["another generation with the same version", stampOf(1, { generation: "2" })],
    ["another generation with an earlier version", stampOf(0, { generation: "2" })],
  ])("is read again after %s", async (_name, since) => {
    const { get, reads } = setUp();
    await get(stampOf(1), stampOf(1));
    expect(await get(since, { ...since, version: 7 })).toBe("v7");
    expect(reads()).toBe(2);
  });

  test.each([
    [true, 2],
    [false, 1],
  ])("that changes daily (%s) is read %i times within two days", async (daily, times) => {
    const { get, reads } = setUp();
    await get(stampOf(1), stampOf(1), { daily });
    const tomorrow = stampOf(1, { day: "2026-01-02" });
    await get(tomorrow, tomorrow, { daily });
    expect(reads()).toBe(times);
  });

  test("is not one of another key", async () => {
    const { get, reads } = setUp();
    await get(stampOf(1), stampOf(1), { key: "tenant/a" });
    await get(stampOf(1), stampOf(1), { key: "tenant/b" });
    expect(reads()).toBe(2);
  });

  test("is not replaced by an earlier one that took longer", async () => {
    const { answers, get, reads } = setUp();
    const slow = createGate<ReadAnswer>();
    const first = answers.get({ key: "k", since: stampOf(1), read: () => slow.promise });
    const second = get(stampOf(2), stampOf(2));
    slow.open({ json: "v1", stamp: stampOf(1) });
    expect((await first)?.body.toString()).toBe("v1");
    expect(await second).toBe("v2");
    expect(await get(stampOf(2), stampOf(9))).toBe("v2");
    expect(reads()).toBe(1);
  });
});

describe("an answer is not kept", () => {
  test.each([
    ["of a tenant that the tables do not know", { stamp: null }, {}],
    ["that its list does not want kept", { stamp: stampOf(1) }, { keep: () => false }],
  ])("%s", async (_name, { stamp }, more) => {
    const answers = createFreshAnswers(100_000);
    const read = () => Promise.resolve({ json: "[]", stamp });
    await answers.get({ key: "k", since: stampOf(1), read, ...more });
    expect(answers.bytes()).toBe(0);
  });

  test("when there is none", async () => {
    const answers = createFreshAnswers(100_000);
    const request = { key: "k", since: stampOf(1), read: () => Promise.resolve(null) };
    expect(await answers.get(request)).toBeNull();
    expect(answers.bytes()).toBe(0);
  });

  test("when nothing is to be kept, and each request reads", async () => {
    const { get, reads } = setUp(0);
    await get(stampOf(1), stampOf(1));
    await get(stampOf(1), stampOf(1));
    expect(reads()).toBe(2);
  });
});

describe("requests for the same answer at the same time", () => {
  test("cost one read", async () => {
    const { get, reads } = setUp();
    const all = await Promise.all([1, 2, 3].map(() => get(stampOf(1), stampOf(1))));
    expect(all).toEqual(["v1", "v1", "v1"]);
    expect(reads()).toBe(1);
  });

  test("read for themselves when the read that was running is too old or failed", async () => {
    const { answers, get } = setUp();
    const failing = createGate<ReadAnswer>();
    const first = answers.get({ key: "k", since: stampOf(1), read: () => failing.promise });
    const second = get(stampOf(2), stampOf(2));
    failing.fail(new Error("lost"));
    await expect(first).rejects.toThrow("lost");
    expect(await second).toBe("v2");
  });
});
