import { createPool, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";
import { completeAttempts } from "./complete-attempts.ts";
import type { MadeAttempt } from "./made-attempt.ts";

let at: Dispatching;
beforeEach(async () => {
  at = await Dispatching.start();
});
afterEach(() => at.close());

it("a result that comes after another worker took the delivery over changes nothing but its own attempt", async () => {
  await at.tables.endpoint({ url: at.receiver.url });
  await at.put(at.messages(1));
  const late: MadeAttempt[] = [];
  at.receiver.answer((_received, response) => response.writeHead(500).end());
  const first = at.worker({ onMade: (made) => late.push(made) });
  await eventually(async () =>
    expect(await at.queue()).toMatchObject([{ attempts: 1, claimed: false }]),
  );
  await first.stop();
  const [made] = late;
  if (made === undefined) throw new Error("nothing was made");
  // a second worker holds the delivery now
  await at.rows(
    "update hooks.deliveries set claim_id = gen_random_uuid(), leased_until = now() + interval '30 s', attempts = 2",
  );
  const failures = await at.rows("select failures_in_row from hooks.endpoint_health");
  const delivered = { ...made, result: { ...made.result, outcome: "delivered" as const } };
  const summary = await completeAttempts(at.db.pool("webhooks"), [delivered]);
  expect(summary).toMatchObject({ delivered: 0, retried: 0, dead: 0, fenced: 1 });
  expect(await at.queue()).toMatchObject([{ attempts: 2, claimed: true }]);
  expect(await at.finished()).toEqual([]);
  expect(failures).toEqual([{ failures_in_row: 1 }]);
  expect(await at.rows("select outcome from hooks.attempts")).toEqual([{ outcome: "delivered" }]);
});

it("results are kept while the database is away, and written when it is back", async () => {
  await at.tables.endpoint({ url: at.receiver.url });
  await at.put(at.messages(3));
  const pool = new FailingPool(at.db.urls.webhooks);
  const held: (() => void)[] = [];
  at.receiver.answer((_received, response) => {
    held.push(() => void response.writeHead(204).end());
  });
  const worker = at.worker({ pool: pool.pool });
  await eventually(() => expect(held).toHaveLength(3));
  pool.isAway = true;
  for (const answer of held) answer();
  await eventually(() => expect(at.errors.length).toBeGreaterThan(2));
  expect(await at.finished()).toEqual([]);
  pool.isAway = false;
  await eventually(async () => expect(await at.finished()).toHaveLength(3));
  // nothing was sent twice: the leases were longer than the outage
  expect(at.receiver.received).toHaveLength(3);
  expect(new Set(at.errors.map(String))).toEqual(new Set(["Error: the database is away"]));
  await worker.stop();
  await pool.pool.end();
});

it("a lease outlives the longest attempt: nothing is sent twice to a receiver that never answers", async () => {
  await at.tables.endpoint({ url: at.receiver.url });
  at.receiver.answer(() => undefined);
  await at.put(at.messages(1));
  at.worker();
  await eventually(() => expect(at.receiver.received).toHaveLength(1));
  const [lease] = await at.rows<{ seconds: number }>(
    "select extract(epoch from leased_until - first_attempt_at)::float8 as seconds from hooks.deliveries",
  );
  // the sender's total deadline is 15 s, its name server and an answer's rest are within it or add a second
  expect(lease?.seconds).toBeGreaterThanOrEqual(30);
  at.receiver.answer((_received, response) => response.writeHead(204).end());
});

it("one tenant's hanging receivers leave room for another tenant's delivery", async () => {
  // sixteen slots: four endpoints could take them all
  for (let n = 0; n < 8; n += 1)
    await at.tables.endpoint({ url: `${at.receiver.url}/hole/${String(n)}` });
  at.receiver.answer(({ path }, response) => {
    if (!path.startsWith("/hole/")) response.writeHead(204).end();
  });
  await at.put(at.messages(50));
  at.worker({ maxInFlight: 16, drainMs: 100 });
  await eventually(() => expect(at.receiver.received).toHaveLength(12));
  const other = await at.tables.endpoint({
    url: `${at.receiver.url}/other`,
    tenantId: "7b0f4f5c-7d0c-4ad5-8a53-0b5a9d2b4d11",
  });
  await at.put(at.messages(1, other.tenantId));
  await eventually(async () => expect(await at.finished()).toHaveLength(1));
  expect(at.receiver.received.filter(({ path }) => path === "/other")).toHaveLength(1);
  expect(at.receiver.received.length).toBeLessThanOrEqual(13);
});

/** Connections that cannot be had for a while. */
class FailingPool {
  isAway = false;
  readonly pool: Pool;

  constructor(url: string) {
    this.pool = createPool({ url, applicationName: "failing", max: 4 });
    const connect = this.pool.connect.bind(this.pool);
    const guarded = async () => {
      if (this.isAway) throw new Error("the database is away");
      return await connect();
    };
    const query = async (config: Parameters<Queryable["query"]>[0]) => {
      const client = await guarded();
      try {
        return await client.query(config);
      } finally {
        client.release();
      }
    };
    Object.assign(this.pool, { connect: guarded, query });
  }
}
