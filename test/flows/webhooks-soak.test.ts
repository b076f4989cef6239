import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgeSamples, type Sample } from "../soak/webhooks/judge-samples.ts";
import { soak } from "../soak/webhooks/soak.ts";

describe("the soak of the webhook queue", () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());

  test("in short: it loads the queue through the log, looks at it, and loses nothing", async () => {
    const lines: string[] = [];
    const { samples, verdicts } = await soak({
      database: { urls: db.urls, admin: db.pool("admin") },
      seconds: 10,
      everySeconds: 2,
      eventsPerSecond: 50,
      backlog: 2_000,
      say: (line) => lines.push(line),
    });
    expect(samples).toHaveLength(5);
    for (const { deliveries, health, rssBytes, inUseBytes, claimP50Ms } of samples) {
      // the backlog waits all the time, beside what is retried
      expect(deliveries.live).toBeGreaterThanOrEqual(2_000);
      expect(health.live).toBeGreaterThanOrEqual(102);
      expect(deliveries.pages).toBeGreaterThan(0);
      expect(rssBytes).toBeGreaterThan(10_000_000);
      expect(inUseBytes).toBeGreaterThan(1_000_000);
      expect(claimP50Ms).toBeGreaterThan(0);
    }
    expect(samples.at(-1)?.deliveries.deletes).toBeGreaterThan(50);
    const whole = verdicts.at(-1);
    expect(whole).toMatchObject({ what: "everything is delivered once", passed: true });
    expect(verdicts).toHaveLength(7);
    // a heading of two lines, a line each, and the sum
    expect(lines.join("\n").split("\n")).toHaveLength(8);
  }, 240_000);
});

const table = { live: 100, pages: 500, indexPages: 400, hotUpdates: 0, autovacuums: 1 };
const good: readonly Sample[] = Array.from({ length: 12 }, (_, n) => {
  const state = { ...table, dead: 2_000 + (n % 3) * 500, updates: n * 6_000, deletes: n * 5_000 };
  return {
    atSeconds: (n + 1) * 60,
    deliveries: state,
    health: state,
    readySeconds: 0,
    rssBytes: 150_000_000 + (n % 2) * 40_000_000,
    inUseBytes: 40_000_000 + (n % 2) * 1_000_000,
    claimP50Ms: 5,
    claimP99Ms: 20,
  };
});
const failedOf = (samples: readonly Sample[]): readonly string[] =>
  judgeSamples(samples).flatMap(({ what, passed }) => (passed ? [] : [what]));

describe("the verdicts of the soak", () => {
  test("are yes for a queue that stays as it is", () => {
    expect(failedOf(good)).toEqual([]);
  });

  test.each<[string, (sample: Sample, n: number) => Partial<Sample>]>([
    [
      "hooks.deliveries: dead rows",
      ({ deliveries }, n) => ({ deliveries: { ...deliveries, dead: n * 11_000 } }),
    ],
    [
      "hooks.deliveries with its indexes",
      ({ deliveries }, n) => ({ deliveries: { ...deliveries, indexPages: 400 + n * 60 } }),
    ],
    [
      "hooks.endpoint_health with its indexes",
      ({ health }, n) => ({ health: { ...health, pages: 500 + n * 60 } }),
    ],
    ["claims do not become slower", (_, n) => ({ claimP50Ms: 5 + n ** 2 })],
    ["the worker's memory", (_, n) => ({ inUseBytes: 40_000_000 + n * 2_000_000 })],
  ])("are no for growth: %s", (what, grown) => {
    const failed = failedOf(good.map((sample, n) => ({ ...sample, ...grown(sample, n) })));
    expect(failed).toEqual([expect.stringContaining(what)]);
  });
});
