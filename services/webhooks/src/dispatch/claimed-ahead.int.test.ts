import { afterEach, beforeEach, expect, it } from "vitest";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";

let at: Dispatching;
beforeEach(async () => {
  at = await Dispatching.start();
  await at.tables.endpoint({ url: at.receiver.url });
});
afterEach(() => at.close());

const claimedNow = () =>
  at.rows("select count(*)::integer as n from hooks.deliveries where claim_id is not null");

it("what was claimed ahead of an endpoint that fails is given back, as if it had never been claimed", async () => {
  await at.put(at.messages(200));
  let open = 0;
  let most = 0;
  at.receiver.answer((_received, response) => {
    open += 1;
    most = Math.max(most, open);
    const isRefused = at.receiver.received.length % 23 === 0;
    setTimeout(() => {
      open -= 1;
      response.writeHead(isRefused ? 500 : 204).end();
    }, 1);
  });
  let claimedMost = 0;
  const held = new Set<string>();
  at.worker({
    onClaimed: (deliveries) => {
      for (const { id } of deliveries) held.add(id);
      claimedMost = Math.max(claimedMost, held.size);
    },
    onMade: ({ delivery }) => held.delete(delivery.id),
  });
  await eventually(async () => {
    await at.forgive();
    await at.hurry();
    expect(await at.finished()).toHaveLength(200);
  });
  expect(claimedMost).toBeGreaterThan(4);
  expect(most).toBeLessThanOrEqual(4);
  // each attempt that is written down was made, and each that was made is written down
  const sent = new Map<string, number>();
  for (const { headers } of at.receiver.received) {
    const id = String(headers["webhook-id"]);
    sent.set(id, (sent.get(id) ?? 0) + 1);
  }
  const written = await at.rows<{ readonly id: string; readonly n: number; readonly of: number }>(`
    select finished_deliveries.message_id as id, finished_deliveries.attempts as n,
      (select count(*)::integer from hooks.attempts where attempts.delivery_id = finished_deliveries.id) as of
    from hooks.finished_deliveries`);
  expect(written.filter(({ id, n, of }) => n !== of || n !== sent.get(id))).toEqual([]);
  expect(at.errors).toEqual([]);
});

it("what has waited too long for a slot is given back in time", async () => {
  await at.put(at.messages(60));
  let isSlow = false;
  at.receiver.answer((_received, response) => {
    isSlow = isSlow || at.receiver.received.length === 20;
    setTimeout(() => response.writeHead(204).end(), isSlow ? 500 : 1);
  });
  const claims: string[] = [];
  at.worker({
    leaseMs: 2_400,
    onClaimed: (deliveries) => claims.push(...deliveries.map(({ id }) => id)),
  });
  await eventually(async () => {
    expect(await at.finished()).toHaveLength(60);
    isSlow = false;
  });
  // given back, claimed again, and sent once
  expect(claims.length).toBeGreaterThan(60);
  expect(new Set(claims).size).toBe(60);
  expect(at.receiver.received).toHaveLength(60);
  expect(await at.rows("select distinct attempts from hooks.finished_deliveries")).toEqual([
    { attempts: 1 },
  ]);
});

it("an endpoint that asks for a pause is sent nothing more of what was claimed ahead", async () => {
  await at.put(at.messages(60));
  const quick = 20;
  at.receiver.answer((_received, response) => {
    const isPausing = at.receiver.received.length > quick;
    const answer = () =>
      isPausing
        ? response.writeHead(429, { "retry-after": "3600" }).end()
        : response.writeHead(204).end();
    setTimeout(answer, isPausing ? 50 : 1);
  });
  at.worker();
  await eventually(async () => {
    expect(at.receiver.received.length).toBeGreaterThan(quick);
    expect(await claimedNow()).toEqual([{ n: 0 }]);
  });
  // what was under way when the first of these answers came
  expect(at.receiver.received.length).toBeLessThanOrEqual(quick + 4);
  expect(at.errors).toEqual([]);
});

it("a stop gives back what waits for a slot, and waits for what is under way", async () => {
  await at.put(at.messages(60));
  const quick = 20;
  at.receiver.answer((_received, response) => {
    const isSlow = at.receiver.received.length > quick;
    setTimeout(() => response.writeHead(204).end(), isSlow ? 700 : 1);
  });
  const worker = at.worker({ drainMs: 1_000 });
  await eventually(async () => {
    expect(at.receiver.received.length).toBeGreaterThanOrEqual(quick + 4);
    expect(await claimedNow()).toEqual([{ n: 12 }]);
  });
  await worker.stop();
  expect(await claimedNow()).toEqual([{ n: 0 }]);
  expect(await at.finished()).toHaveLength(at.receiver.received.length);
  expect(
    await at.rows("select count(*)::integer as n from hooks.attempts where finished_at is null"),
  ).toEqual([{ n: 0 }]);
});
