import { randomUUID } from "node:crypto";
import { inTransaction, type Queryable } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readQueue, type WebhookQueue } from "./read-queue.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => {
  await db.drop();
});

interface Delivery {
  /** SQL. */
  readonly dueAt?: string;
  /** SQL; absent: no worker has it. */
  readonly leasedUntil?: string;
  readonly blocked?: boolean;
}

const undo = new Error("not to be kept");

/** One endpoint whose state and health are these assignments, in a transaction that leaves nothing: in there `now()` stands still. */
async function queueWith(
  set: { readonly endpoint?: string; readonly health?: string },
  deliveries: readonly Delivery[],
): Promise<WebhookQueue> {
  let queue: WebhookQueue | undefined;
  const work = async (tx: Queryable) => {
    const endpointId = await addEndpoint(tx);
    for (const delivery of deliveries) await addDelivery(tx, endpointId, delivery);
    if (set.endpoint !== undefined)
      await tx.query({ text: `update hooks.endpoints set ${set.endpoint}` });
    if (set.health !== undefined) {
      await tx.query({ text: `update hooks.endpoint_health set ${set.health}` });
    }
    queue = await readQueue(tx);
    throw undo;
  };
  await expect(inTransaction(db.pool("webhooks"), work)).rejects.toBe(undo);
  if (queue === undefined) throw new Error("it was not read");
  return queue;
}

async function addEndpoint(tx: Queryable): Promise<string> {
  const id = randomUUID();
  await tx.query({
    text: `
      insert into hooks.endpoints (id, tenant_id, url, ordering, secret_key_id, secret_ciphertext, state_changed_at)
      values ($1, gen_random_uuid(), 'https://hooks.example.com', 'ordered', 'k', '', now() - interval '1 day')`,
    values: [id],
  });
  await tx.query({
    text: "insert into hooks.endpoint_health (endpoint_id, tenant_id) values ($1, gen_random_uuid())",
    values: [id],
  });
  return id;
}

async function addDelivery(
  tx: Queryable,
  endpointId: string,
  { dueAt = ago(600), leasedUntil = "null", blocked = false }: Delivery,
): Promise<void> {
  await tx.query({
    text: `
      insert into hooks.deliveries (
        id, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, due_at, blocked, claim_id,
        leased_until
      )
      values (
        gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), now(), gen_random_uuid(), 2, 'event', ${dueAt}, $2,
        case when (${leasedUntil})::timestamptz is not null then gen_random_uuid() end, ${leasedUntil}
      )`,
    values: [endpointId, blocked],
  });
}

const ago = (seconds: number) => `now() - interval '${String(seconds)} s'`;
const ahead = (seconds: number) => `now() + interval '${String(seconds)} s'`;
const due: Delivery = {};
const underWay: Delivery = { leasedUntil: ahead(20) };

test("an empty queue has no age, and neither has what is not due or is being sent", async () => {
  expect(await queueWith({}, [])).toEqual({ open: 0, readySeconds: 0, waitingSeconds: 0 });
  expect(await queueWith({}, [{ dueAt: ahead(5) }, underWay])).toEqual({
    open: 2,
    readySeconds: 0,
    waitingSeconds: 0,
  });
});

test("what any worker could have taken since it was due is ready since then", async () => {
  expect(await queueWith({}, [due, { dueAt: ago(5) }])).toEqual({
    open: 2,
    readySeconds: 600,
    waitingSeconds: 0,
  });
});

test("a look that was put down too late does not hide it", async () => {
  const queue = await queueWith({ health: `next_look_at = ${ahead(3_600)}` }, [due]);
  expect(queue).toMatchObject({ readySeconds: 600, waitingSeconds: 0 });
});

describe("not ready, but waiting since it was due, is what is held by", () => {
  test.each<[string, Parameters<typeof queueWith>[0], readonly Delivery[]]>([
    ["its lane", {}, [{ blocked: true }]],
    ["an endpoint that is paused", { endpoint: "state = 'paused'" }, [due]],
    ["an endpoint that is disabled", { endpoint: "state = 'disabled'" }, [due]],
    ["an endpoint that was deleted", { endpoint: "deleted_at = now()" }, [due]],
    ["a Retry-After", { health: `paused_until = ${ahead(60)}` }, [due]],
    ["an open breaker", { health: `breaker = 'open', retry_at = ${ahead(60)}` }, [due]],
    ["the probe of a half open breaker", { health: "breaker = 'half_open'" }, [due, underWay]],
    ["four that are under way", {}, [due, underWay, underWay, underWay, underWay]],
    [
      "as many as an endpoint may have that ramps up",
      { health: "ramp_slots = 1" },
      [due, underWay],
    ],
  ])("%s", async (_, set, deliveries) => {
    expect(await queueWith(set, deliveries)).toMatchObject({
      readySeconds: 0,
      waitingSeconds: 600,
    });
  });
});

describe("ready only since it could be taken, and held back before, is what was held by", () => {
  test.each<[string, Parameters<typeof queueWith>[0], readonly Delivery[]]>([
    ["a pause by hand", { endpoint: `state_changed_at = ${ago(20)}` }, [due]],
    ["a Retry-After", { health: `paused_until = ${ago(20)}` }, [due]],
    [
      "a breaker whose probe may be made",
      { health: `breaker = 'open', retry_at = ${ago(20)}` },
      [due],
    ],
    [
      "a slot or a lane until a delivery was accepted",
      { health: `last_success_at = ${ago(20)}` },
      [due],
    ],
    ["a slot or a lane until an attempt failed", { health: `last_failure_at = ${ago(20)}` }, [due]],
    ["the claim of a worker that died", {}, [{ leasedUntil: ago(20) }]],
    [
      "the claims that a dead worker had on the slots",
      {},
      [due, ...[1, 2, 3, 4].map(() => ({ leasedUntil: ago(20) }))],
    ],
    [
      "a probe whose worker died",
      { health: "breaker = 'half_open'" },
      [due, { leasedUntil: ago(20) }],
    ],
  ])("%s", async (_, set, deliveries) => {
    expect(await queueWith(set, deliveries)).toMatchObject({
      // some columns keep milliseconds only
      readySeconds: expect.closeTo(20, 2),
      waitingSeconds: expect.closeTo(580, 2),
    });
  });

  test("a breaker that is closed again does not count by the time that it had been open", async () => {
    const queue = await queueWith({ health: `retry_at = ${ago(20)}` }, [due]);
    expect(queue.readySeconds).toBe(600);
  });
});
