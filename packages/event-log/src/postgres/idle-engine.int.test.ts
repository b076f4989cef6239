import { createPool, type Pool } from "@shipment-tracking/postgres";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConsumerTables, consumeInto, eventually } from "../engine-harness.contract.ts";
import { partCount } from "../port.ts";
import { createPostgresEngine } from "./engine.ts";
import { createPostgresHarness, type PostgresHarness } from "./engine-harness.contract.ts";

const leaseMs = 1_000;

let harness: PostgresHarness;
let tables: ConsumerTables;
let pool: Pool;

beforeEach(async () => {
  harness = await createPostgresHarness();
  tables = new ConsumerTables(harness.pool);
  await tables.create();
});
afterEach(async () => {
  await pool.end();
  await harness.drop();
});

function openPool(max: number): { readonly names: string[] } {
  pool = createPool({ url: harness.db.urls.projector, applicationName: "counted", max });
  const names: string[] = [];
  const query = pool.query.bind(pool);
  // as: the overloads of the original; the test counts and passes on
  pool.query = ((config: { name?: string }) => {
    names.push(config.name ?? "unnamed");
    return query(config as never);
  }) as unknown as typeof pool.query;
  return { names };
}

/** Looks per second of an idle consumer, while it gives ten signs of life. */
async function looksPerSecond(max: number, isReliable: boolean): Promise<number> {
  const { names } = openPool(max);
  const engine = createPostgresEngine({ pool, leaseMs });
  const consumer = await consumeInto(tables, engine);
  await eventually(() => {
    expect(consumer.assignment().length).toBe(partCount);
    expect(engine.news.isReliable()).toBe(isReliable);
    expect(names.filter((name) => name === "count_behind").length).toBeGreaterThan(5);
  });
  names.length = 0;
  const beganAt = performance.now();
  await eventually(() => {
    expect(names.filter((name) => name === "renew_member").length).toBeGreaterThanOrEqual(10);
  });
  const seconds = (performance.now() - beganAt) / 1_000;
  expect(new Set(names)).toEqual(new Set(["count_behind", "renew_member"]));
  await engine.close();
  return names.filter((name) => name === "count_behind").length / seconds;
}

it("an idle consumer that hears announcements asks one question a second, beside its signs of life", async () => {
  expect(await looksPerSecond(4, true)).toBeLessThan(3);
});

it("one that has no connection to listen with asks every 50 ms", async () => {
  const looks = await looksPerSecond(1, false);
  expect(looks).toBeLessThanOrEqual(21);
  expect(looks).toBeGreaterThan(3);
});
