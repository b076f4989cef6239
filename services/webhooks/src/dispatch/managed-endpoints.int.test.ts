import { randomUUID } from "node:crypto";
import { inTransaction } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import {
  cancelWaiting,
  explainDeliveries,
  findDelivery,
  lockEndpoint,
  markEndpointDeleted,
  queueTest,
  recoverMessages,
  rotateSecret,
  secretContext,
  generateSecret,
  testBody,
} from "@shipment-tracking/webhooks";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HooksTables, testBox } from "../fixtures/hooks-tables.ts";
import { startReceiver, type TestReceiver } from "../fixtures/receiver.ts";
import { fanOut } from "../ingest/fan-out.ts";
import { createSender, type Sender } from "../send/sender.ts";
import { claimDeliveries } from "./claim-deliveries.ts";
import { type Dispatcher, startDispatcher } from "./dispatcher.ts";

let db: TestDatabase;
let tables: HooksTables;
let receiver: TestReceiver;
let sender: Sender;
let dispatcher: Dispatcher | null;
const errors: unknown[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
  tables = new HooksTables(db.pool("admin"));
  receiver = await startReceiver();
  sender = createSender({ rules: { allowHttp: true, allowLoopback: true, ports: "any" } });
  dispatcher = null;
  errors.length = 0;
});
afterEach(async () => {
  await dispatcher?.stop();
  await sender.close();
  await receiver.close();
  await db.drop();
  expect(errors).toEqual([]);
});

function dispatch(): void {
  dispatcher = startDispatcher({
    pool: db.pool("webhooks"),
    sender,
    box: testBox,
    pollMs: 20,
    onError: (error) => errors.push(error),
  });
}

const message = (shipmentId: string, sequence: number) => ({
  id: randomUUID(),
  tenantId: tables.tenantId,
  shipmentId,
  sequence,
  eventType: "shipment.status_changed",
  body: Buffer.from(JSON.stringify({ sequence })),
  recordedAt: "2026-03-01T10:00:00.000Z",
});

/** A change as the web application makes it: in its role, with the endpoint locked. */
async function manage(
  endpointId: string,
  work: (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<unknown>,
): Promise<void> {
  await inTransaction(db.pool("web"), async (tx) => {
    expect(await lockEndpoint(tx, tables.tenantId, endpointId)).not.toBeNull();
    await work(tx);
  });
}

async function onlyDelivery(): Promise<string> {
  const { rows } = await db.pool("admin").query<{ id: string }>({
    text: "select id from hooks.deliveries union all select id from hooks.finished_deliveries",
  });
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? "";
}

const found = (id: string) => findDelivery(db.pool("web"), tables.tenantId, id);
const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });

describe("the words for why a delivery waits", () => {
  it("agree with the claim: what is said to be due is what is claimed, and nothing else", async () => {
    const admin = db.pool("admin");
    for (let n = 0; n < 60; n += 1) {
      const state = n % 10 === 0 ? "paused" : n % 10 === 1 ? "disabled" : "active";
      const { id } = await tables.endpoint({ url: receiver.url, state });
      await inTransaction(db.pool("webhooks"), (tx) =>
        fanOut(tx, [message(randomUUID(), 2), ...laneOf(3)]),
      );
      await admin.query({
        text: `
          update hooks.endpoint_health
          set breaker = (array['closed', 'closed', 'open', 'half_open'])[1 + $2::integer % 4],
            retry_at = now() + ($2::integer % 3 - 1) * interval '1 h',
            paused_until = case when $2::integer % 5 = 0 then now() + ($2::integer % 2 - 0.5) * interval '1 h' end,
            ramp_slots = nullif($2::integer % 3, 0),
            next_look_at = now()
          where endpoint_id = $1`,
        values: [id, n],
      });
    }
    await admin.query({
      text: `
        update hooks.deliveries
        set due_at = due_at + (hashtext(id::text) % 2) * interval '1 h',
          claim_id = case when hashtext(id::text) % 97 = 0 then gen_random_uuid() end,
          leased_until = case when hashtext(id::text) % 97 = 0 then now() + interval '1 h' end`,
    });
    const { rows } = await admin.query<{ id: string }>({ text: "select id from hooks.deliveries" });
    const ids = rows.map(({ id }) => id);
    const before = await explainDeliveries(db.pool("web"), tables.tenantId, ids);
    expect(before.size).toBe(ids.length);
    const claimed = new Set<string>();
    for (;;) {
      const claim = await claimDeliveries(db.pool("webhooks"), {
        max: 10_000,
        running: new Map(),
        leaseMs: 60_000,
      });
      if (claim.length === 0) break;
      for (const { id } of claim) claimed.add(id);
    }
    expect(claimed.size).toBeGreaterThan(20);
    const after = await explainDeliveries(db.pool("web"), tables.tenantId, ids);
    for (const id of ids) {
      if (claimed.has(id)) expect(before.get(id)?.code).toBe("due");
      // what was due and not claimed is behind the endpoint's other deliveries now
      else expect(after.get(id)?.code).not.toBe("due");
    }
    expect(new Set([...after.values()].map(({ code }) => code)).size).toBeGreaterThan(6);
  });
});

function laneOf(length: number) {
  const shipmentId = randomUUID();
  return Array.from({ length }, (_, index) => message(shipmentId, index + 2));
}

describe("an endpoint that is managed while it is sent to", () => {
  it.each([
    [204, { state: "delivered", reason: null }],
    [500, { state: "cancelled", reason: "The endpoint was deleted." }],
  ])(
    "deleted in the middle of a delivery that is answered with %i, keeps what came of it",
    async (status, end) => {
      const { id } = await tables.endpoint({ url: receiver.url });
      const answers: (() => void)[] = [];
      receiver.answer((_received, response) => {
        answers.push(() => response.writeHead(status).end());
      });
      await inTransaction(db.pool("webhooks"), (tx) => fanOut(tx, [message(randomUUID(), 2)]));
      dispatch();
      await eventually(() => expect(answers).toHaveLength(1));
      await manage(id, async (tx) => {
        expect(await cancelWaiting(tx, id, "The endpoint was deleted.")).toBe(0);
        await markEndpointDeleted(tx, id);
      });
      const delivery = await onlyDelivery();
      expect(await found(delivery)).toMatchObject({ state: "sending" });
      answers[0]?.();
      await eventually(async () => expect(await found(delivery)).toMatchObject(end));
    },
  );

  it("signs with both secrets after a rotation", async () => {
    const { id, secret: old } = await tables.endpoint({ url: receiver.url });
    const secret = generateSecret();
    await manage(id, (tx) =>
      rotateSecret(tx, id, { secret: testBox.seal(secret, secretContext(id)), overlapHours: 1 }),
    );
    await inTransaction(db.pool("webhooks"), (tx) => fanOut(tx, [message(randomUUID(), 2)]));
    dispatch();
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [got] = receiver.received;
    const headers = Object.fromEntries(
      Object.entries(got?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const body = got?.body ?? Buffer.alloc(0);
    for (const one of [secret, old])
      expect(() => new Webhook(one).verify(body, headers)).not.toThrow();
  });

  it("is sent a test before anything else, and only once when it is refused", async () => {
    const { id } = await tables.endpoint({ url: receiver.url });
    receiver.answer((_received, response) => response.writeHead(500).end());
    await inTransaction(db.pool("webhooks"), (tx) => fanOut(tx, laneOf(1)));
    await db.pool("admin").query({ text: "update hooks.endpoint_health set ramp_slots = 1" });
    const deliveryId = randomUUID();
    const body = testBody({ endpointId: id, at: "2026-03-01T10:00:00.000Z" });
    await manage(id, (tx) =>
      queueTest(tx, tables.tenantId, { messageId: randomUUID(), deliveryId, endpointId: id, body }),
    );
    dispatch();
    await eventually(async () =>
      expect(await found(deliveryId)).toMatchObject({
        state: "dead",
        attempts: 1,
        reason: "The test was not accepted.",
      }),
    );
    expect(receiver.received[0]?.body.equals(body)).toBe(true);
  });

  it("gets what it missed while it was disabled, behind live traffic and in order", async () => {
    const { id } = await tables.endpoint({ url: receiver.url, state: "disabled" });
    const missed = laneOf(3);
    await inTransaction(db.pool("webhooks"), (tx) => fanOut(tx, missed));
    await db.pool("admin").query({
      text: "update hooks.endpoints set state = 'active' where id = $1",
      values: [id],
    });
    await db.pool("admin").query({ text: "update hooks.endpoint_health set ramp_slots = 1" });
    const live = message(randomUUID(), 9);
    await inTransaction(db.pool("webhooks"), (tx) => fanOut(tx, [live]));
    await manage(id, async (tx) => {
      const range = { since: "2026-01-01T00:00:00Z", until: "2999-01-01T00:00:00Z" };
      const recovered = await recoverMessages(tx, tables.tenantId, {
        ...range,
        endpointId: id,
        eventTypes: [],
        includeDelivered: false,
        limit: 100,
      });
      expect(recovered.queued).toBe(3);
    });
    dispatch();
    await eventually(() => expect(receiver.received).toHaveLength(4));
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids[0]).toBe(live.id);
    expect(new Set(ids)).toEqual(new Set([live, ...missed].map((one) => one.id)));
  });
});
