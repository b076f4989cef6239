import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";
import type { TestEndpoint } from "../fixtures/hooks-tables.ts";
import type { SendResult } from "../send/send-result.ts";
import { claimDeliveries, type ClaimedDelivery } from "./claim-deliveries.ts";
import { completeAttempts, type CompletionSummary } from "./complete-attempts.ts";

let at: Dispatching;
let endpoint: TestEndpoint;
beforeEach(async () => {
  at = await Dispatching.start();
  endpoint = await at.tables.endpoint({ url: at.receiver.url });
});
afterEach(() => at.close());

const leaseMs = 30_000;
const facts = {
  status: 204,
  phases: { dnsMs: 0, connectMs: null, tlsMs: null, firstByteMs: 1, totalMs: 1 },
  excerpt: null,
  retried: 0,
  requestBytes: 0,
  responseBytes: 0,
};
const delivered: SendResult = { ...facts, outcome: "delivered" };
const refused: SendResult = { ...facts, status: 500, outcome: "failed", class: "status", hint: "" };

const claim = () =>
  claimDeliveries(at.db.pool("webhooks"), { max: 256, running: new Map(), leaseMs });

async function complete(
  deliveries: readonly ClaimedDelivery[],
  result: SendResult = delivered,
  nextLeaseMs: number | null = leaseMs,
): Promise<CompletionSummary> {
  const made = deliveries.map((delivery) => ({ delivery, result }));
  return await completeAttempts(at.db.pool("webhooks"), made, { nextLeaseMs });
}

/** Whether a worker would look at the endpoints now, and how many deliveries of each are claimed. */
async function endpointsNow() {
  return await at.rows(`
    select endpoint_health.next_look_at <= now() as waits, endpoint_health.next_look_at = 'infinity' as rests,
      (select count(*)::integer from hooks.deliveries
       where deliveries.endpoint_id = endpoint_health.endpoint_id and deliveries.claim_id is not null) as claimed
    from hooks.endpoint_health
    order by endpoint_health.endpoint_id = '${endpoint.id}' desc`);
}

it("a completion claims as many as it ends, and no more are under way than before", async () => {
  await at.put(at.messages(7));
  const first = await claim();
  expect(first).toHaveLength(4);
  const { claimed, isToBeLookedAt } = await complete(first.slice(0, 2));
  expect(claimed).toHaveLength(2);
  expect(isToBeLookedAt).toBe(false);
  expect(claimed.map(({ attempt }) => attempt)).toEqual([1, 1]);
  expect(new Set([...first, ...claimed].map(({ id }) => id)).size).toBe(6);
  expect(await endpointsNow()).toEqual([{ waits: false, rests: false, claimed: 4 }]);
  // each has its attempt written down before it is sent
  expect(
    await at.rows("select count(*)::integer as n from hooks.attempts where finished_at is null"),
  ).toEqual([{ n: 4 }]);
  const last = await complete([...first.slice(2), ...claimed]);
  expect(last).toMatchObject({ delivered: 4, isToBeLookedAt: false });
  expect(last.claimed).toHaveLength(1);
  expect(await complete(last.claimed)).toMatchObject({ claimed: [], isToBeLookedAt: false });
  expect(await endpointsNow()).toEqual([{ waits: false, rests: true, claimed: 0 }]);
  expect(await at.finished()).toHaveLength(7);
});

it("the next one of a lane is free for the completion of the one before", async () => {
  const shipmentId = randomUUID();
  await at.put([2, 3, 4].map((sequence) => at.message(shipmentId, sequence)));
  let { claimed } = { claimed: await claim() };
  const order: number[] = [];
  while (claimed.length > 0) {
    expect(claimed).toHaveLength(1);
    order.push(...claimed.map(({ sequence }) => sequence));
    ({ claimed } = await complete(claimed));
  }
  expect(order).toEqual([2, 3, 4]);
});

it("what is due later has the endpoint looked at then", async () => {
  await at.put(at.messages(2));
  const [one, other] = await claim();
  if (one === undefined || other === undefined) throw new Error("two were due");
  await complete([one], refused, null);
  await at.rows("update hooks.deliveries set due_at = now() + interval '1 hour' where id = $1", [
    one.id,
  ]);
  await at.rows(
    "update hooks.endpoint_health set failures_in_row = 0, failing_since = null, failing_attempts = 0",
  );
  expect(await complete([other])).toMatchObject({ claimed: [], isToBeLookedAt: false });
  const [look] = await at.rows<{ readonly minutes: number }>(
    "select extract(epoch from next_look_at - now())::float8 / 60 as minutes from hooks.endpoint_health",
  );
  expect(look?.minutes).toBeGreaterThan(59);
  expect(look?.minutes).toBeLessThanOrEqual(60);
});

it("while another endpoint waits for its turn, nothing is claimed out of turn", async () => {
  await at.put(at.messages(6));
  const first = await claim();
  const other = await at.tables.endpoint({ url: at.receiver.url });
  await at.put(at.messages(1));
  const waiting = await complete(first);
  expect(waiting).toMatchObject({ delivered: 4, claimed: [], isToBeLookedAt: true });
  expect(await endpointsNow()).toMatchObject([{ waits: true }, { waits: true }]);
  const next = await claim();
  expect(next.filter(({ endpointId }) => endpointId === other.id)).toHaveLength(1);
  expect(await complete(next)).toMatchObject({ delivered: 4, claimed: [], isToBeLookedAt: false });
});

it("an endpoint that may not be sent to keeps nobody from going on", async () => {
  await at.tables.endpoint({ url: at.receiver.url, state: "paused" });
  await at.put(at.messages(6));
  await at.rows("update hooks.endpoint_health set next_look_at = now()");
  const { claimed } = await complete(await claim());
  expect(claimed).toHaveLength(2);
});

it.each<readonly [string, string]>([
  ["is paused by its owner", "update hooks.endpoints set state = 'paused'"],
  ["is deleted", "update hooks.endpoints set deleted_at = now()"],
  [
    "asked for a pause",
    "update hooks.endpoint_health set paused_until = now() + interval '1 hour'",
  ],
  ["has failed before", "update hooks.endpoint_health set failures_in_row = 1"],
  ["is being probed", "update hooks.endpoint_health set breaker = 'half_open'"],
  ["is ramping up", "update hooks.endpoint_health set ramp_slots = 1"],
])("nothing is claimed for an endpoint that %s meanwhile", async (_what, change) => {
  await at.put(at.messages(6));
  const first = await claim();
  await at.rows(change);
  expect((await complete(first)).claimed).toEqual([]);
});

it("nothing is claimed for an endpoint that has just failed, nor by a worker that stops", async () => {
  await at.put(at.messages(9));
  const [failing, ...others] = await claim();
  if (failing === undefined) throw new Error("four were due");
  expect(await complete(others, delivered, null)).toMatchObject({
    claimed: [],
    isToBeLookedAt: true,
  });
  expect(await complete([failing], refused)).toMatchObject({ claimed: [], isToBeLookedAt: true });
});

it("while slots are free and something is due, a worker is to look", async () => {
  await at.put(at.messages(9));
  const [one, other] = await claim();
  if (one === undefined || other === undefined) throw new Error("four were due");
  // given back by whoever had it
  await at.rows("update hooks.deliveries set claim_id = null where id = $1", [other.id]);
  const summary = await complete([one]);
  expect(summary.claimed).toHaveLength(1);
  expect(summary.isToBeLookedAt).toBe(true);
});

it("what another worker has taken over leaves no slot free", async () => {
  await at.put(at.messages(6));
  const first = await claim();
  const [taken] = first;
  await at.rows("update hooks.deliveries set claim_id = gen_random_uuid() where id = $1", [
    taken?.id,
  ]);
  const summary = await complete(first);
  expect(summary).toMatchObject({ delivered: 3, fenced: 1, isToBeLookedAt: false });
  expect(summary.claimed).toHaveLength(2);
  expect(await endpointsNow()).toMatchObject([{ claimed: 3 }]);
});

it("a worker whose leases have ended claims nothing beyond the endpoint's slots", async () => {
  await at.put(at.messages(10));
  const first = await claim();
  await at.rows(
    "update hooks.deliveries set leased_until = now() - interval '1 second' where claim_id is not null",
  );
  await at.rows("update hooks.endpoint_health set next_look_at = now()");
  expect(await claim()).toHaveLength(4);
  expect(await complete(first)).toMatchObject({ fenced: 4, claimed: [] });
  expect(await endpointsNow()).toMatchObject([{ claimed: 4 }]);
});

it("whether others wait is asked without reading all endpoints", async () => {
  await at.rows(
    `with endpoints as (
       insert into hooks.endpoints (id, tenant_id, url, ordering, secret_key_id, secret_ciphertext)
       select gen_random_uuid(), $1, 'https://example.com', 'ordered', 'test', ''
       from generate_series(1, 2000)
       returning id, tenant_id
     )
     insert into hooks.endpoint_health (endpoint_id, tenant_id, next_look_at)
     select id, tenant_id, now() + interval '1 hour'
     from endpoints`,
    [randomUUID()],
  );
  await at.put(at.messages(6));
  const first = await claim();
  const before = await healthRowsRead();
  expect((await complete(first)).claimed).toHaveLength(2);
  expect((await healthRowsRead()) - before).toBeLessThan(20);
});

/** Rows of `endpoint_health` that all sessions have read. */
async function healthRowsRead(): Promise<number> {
  // sessions tell after their transactions, and at once when they are asked to
  await at.db.pool("webhooks").query({ text: "select pg_stat_force_next_flush()" });
  const [row] = await at.rows<{ readonly n: number }>(
    "select (seq_tup_read + idx_tup_fetch)::integer as n from pg_stat_user_tables where relid = 'hooks.endpoint_health'::regclass",
  );
  return row?.n ?? 0;
}

it("a stop in the midst of it leaves nothing claimed, and everything arrives once", async () => {
  const others = await Promise.all(
    [1, 2, 3].map((n) => at.tables.endpoint({ url: `${at.receiver.url}/${String(n)}` })),
  );
  const endpoints = others.length + 1;
  await at.put(at.messages(300));
  const open = new Map<string, number>();
  let most = 0;
  at.receiver.answer(({ path }, response) => {
    const now = (open.get(path) ?? 0) + 1;
    open.set(path, now);
    most = Math.max(most, now);
    setTimeout(() => {
      open.set(path, (open.get(path) ?? 0) - 1);
      response.writeHead(204).end();
    }, 2);
  });
  const total = 300 * endpoints;
  for (let stops = 1; at.receiver.received.length < total; stops += 1) {
    const worker = at.worker();
    const enough = Math.min(total, stops * 240);
    await eventually(() => expect(at.receiver.received.length).toBeGreaterThanOrEqual(enough));
    await worker.stop();
    if (stops === 1) expect(at.receiver.received.length).toBeLessThan(total);
    expect(
      await at.rows(
        "select count(*)::integer as n from hooks.deliveries where claim_id is not null",
      ),
    ).toEqual([{ n: 0 }]);
    expect(
      await at.rows("select count(*)::integer as n from hooks.attempts where finished_at is null"),
    ).toEqual([{ n: 0 }]);
  }
  expect(at.receiver.received).toHaveLength(total);
  expect(await at.finished()).toHaveLength(total);
  // each endpoint has its own path: four at once, as ever
  expect(most).toBeLessThanOrEqual(4);
  expect(at.errors).toEqual([]);
});
