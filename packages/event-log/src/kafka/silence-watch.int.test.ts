import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { append, streamInPart, streamOf } from "../new-streams.contract.ts";
import { type Look, SilenceWatch } from "./silence-watch.ts";

const silenceMs = 200;

let db: TestDatabase;
let watch: SilenceWatch;

beforeEach(async () => {
  db = await createTestDatabase();
  watch = new SilenceWatch(db.pool("projector"), silenceMs);
});
afterEach(() => db.drop());

function heardOf(pos: number): ReadonlyMap<number, number> {
  return new Map([[7, pos]]);
}

/** A look as soon as it is time to. */
async function look(heard = heardOf(0)): Promise<Look> {
  for (;;) {
    const found = await watch.look(heard);
    if (found !== null) return found;
    await pause(5);
  }
}

async function appendOne(): Promise<void> {
  await append(db.pool("web"), [streamOf(streamInPart(7))]);
}

describe("calm", () => {
  it("comes with a look that finds nothing, and ends with an announcement or a position that is set", async () => {
    expect(watch.isCalm()).toBe(false);
    for (const disturb of [() => watch.announced(), () => watch.moved()]) {
      await look();
      expect(watch.isCalm()).toBe(true);
      disturb();
      expect(watch.isCalm()).toBe(false);
    }
  });

  it("does not come while something is announced that the answer may lack", async () => {
    const looking = look();
    watch.announced();
    await looking;
    expect(watch.isCalm()).toBe(false);
  });

  it("does not come with a look that finds news, until they are heard", async () => {
    await appendOne();
    expect(await look()).toMatchObject({ hasNews: true, silent: [] });
    expect(watch.isCalm()).toBe(false);
    expect(await look(heardOf(1))).toMatchObject({ hasNews: false, silent: [] });
    expect(watch.isCalm()).toBe(true);
  });

  it("does not come with a look that fails", async () => {
    const broken = { query: () => Promise.reject(new Error("no database")) };
    watch = new SilenceWatch(broken, silenceMs);
    await expect(look()).rejects.toThrow("no database");
    expect(watch.isCalm()).toBe(false);
  });
});

it("a part is silent when its news were not heard for some time", async () => {
  await appendOne();
  const beganAt = performance.now();
  let found = await look();
  while (found.silent.length === 0) found = await look();
  expect(found.silent).toEqual([7]);
  expect(performance.now() - beganAt).toBeGreaterThanOrEqual(silenceMs);
});

it("what is announced is not looked for before an interval has passed", async () => {
  await look();
  await pause(watch.intervalMs + 5);
  watch.postpone();
  expect(await watch.look(heardOf(0))).toBeNull();
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
