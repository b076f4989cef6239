import { randomUUID } from "node:crypto";
import { inTransaction } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HooksTables, testBox } from "../fixtures/hooks-tables.ts";
import { startReceiver, type TestReceiver } from "../fixtures/receiver.ts";
import { fanOut, type NewMessage } from "../ingest/fan-out.ts";
import { createSender, type Sender } from "../send/sender.ts";
import { type Dispatcher, startDispatcher } from "./dispatcher.ts";

let db: TestDatabase;
let tables: HooksTables;
let receiver: TestReceiver;
let sender: Sender;
let dispatchers: Dispatcher[];
const errors: unknown[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
  tables = new HooksTables(db.pool("admin"));
  receiver = await startReceiver();
  sender = createSender({ rules: { allowHttp: true, allowLoopback: true, ports: "any" } });
  dispatchers = [];
  errors.length = 0;
});
afterEach(async () => {
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
  await sender.close();
  await receiver.close();
  await db.drop();
  expect(errors).toEqual([]);
});

function dispatch(): Dispatcher {
  const dispatcher = startDispatcher({
    pool: db.pool("webhooks"),
    sender,
    box: testBox,
    pollMs: 20,
    onError: (error) => errors.push(error),
  });
  dispatchers.push(dispatcher);
  return dispatcher;
}

function message(shipmentId: string, sequence: number, tenantId = tables.tenantId): NewMessage {
  return {
    id: randomUUID(),
    tenantId,
    shipmentId,
    sequence,
    eventType: "shipment.status_changed",
    body: Buffer.from(JSON.stringify({ shipmentId, sequence })),
    recordedAt: "2026-03-01T10:00:00.000Z",
  };
}

const put = (messages: readonly NewMessage[]) =>
  inTransaction(db.pool("webhooks"), (tx) => fanOut(tx, messages));

async function finished(): Promise<readonly { state: string; sequence: number }[]> {
  const { rows } = await db.pool("admin").query<{ state: string; sequence: number }>({
    text: "select state, sequence from hooks.finished_deliveries order by finished_at, sequence",
  });
  return rows;
}

const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });

describe("the dispatcher", () => {
  it("sends the stored bytes, signed, and finishes the delivery with its attempt", async () => {
    const endpoint = await tables.endpoint({ url: receiver.url });
    const sent = message(randomUUID(), 2);
    await put([sent]);
    dispatch();
    await eventually(async () =>
      expect(await finished()).toEqual([{ state: "delivered", sequence: 2 }]),
    );
    const [got] = receiver.received;
    expect(got?.body.equals(sent.body)).toBe(true);
    expect(got?.headers["webhook-id"]).toBe(sent.id);
    const headers = Object.fromEntries(
      Object.entries(got?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(() => new Webhook(endpoint.secret).verify(sent.body, headers)).not.toThrow();
    const { rows } = await db.pool("admin").query({
      text: "select number, outcome, status, finished_at is not null as ended from hooks.attempts",
    });
    expect(rows).toEqual([{ number: 1, outcome: "delivered", status: 204, ended: true }]);
  });

  it("keeps the order of a shipment, and sends other shipments meanwhile", async () => {
    await tables.endpoint({ url: receiver.url });
    const [slow, quick] = [randomUUID(), randomUUID()];
    let refused = 0;
    receiver.answer((received, response) => {
      const { shipmentId, sequence } = JSON.parse(received.body.toString());
      const refuse = shipmentId === slow && sequence === 2 && refused === 0;
      if (refuse) refused += 1;
      response.writeHead(refuse ? 500 : 204).end();
    });
    await put([message(slow, 2), message(slow, 3), message(quick, 2)]);
    dispatch();
    await eventually(async () => expect(await finished()).toHaveLength(1));
    await hurry();
    await eventually(async () => expect(await finished()).toHaveLength(3));
    const order = receiver.received
      .map(({ body }) => JSON.parse(body.toString()))
      .filter(({ shipmentId }) => shipmentId === slow)
      .map(({ sequence }) => sequence);
    expect(order).toEqual([2, 2, 3]);
  });

  it("sends each message once, however many workers there are", async () => {
    for (let n = 0; n < 5; n += 1) await tables.endpoint({ url: `${receiver.url}/${String(n)}` });
    await put(Array.from({ length: 40 }, () => message(randomUUID(), 2)));
    for (let n = 0; n < 3; n += 1) dispatch();
    await eventually(async () => expect(await finished()).toHaveLength(200));
    const seen = receiver.received.map(
      ({ path, headers }) => `${path} ${String(headers["webhook-id"])}`,
    );
    expect(new Set(seen).size).toBe(200);
    expect(seen).toHaveLength(200);
  });

  it("opens the breaker after five failures in a row and burns no attempts while it is open", async () => {
    await tables.endpoint({ url: receiver.url });
    receiver.answer((_received, response) => response.writeHead(500).end());
    await put(Array.from({ length: 12 }, () => message(randomUUID(), 2)));
    dispatch();
    await eventually(async () => expect(await breaker()).toMatchObject({ breaker: "open" }));
    const { rows } = await db.pool("admin").query<{ n: number }>({
      text: "select count(*)::int as n from hooks.deliveries where attempts = 0",
    });
    // five failures open it; what was under way then may still end
    expect(rows[0]?.n).toBeGreaterThanOrEqual(12 - 5 - 4);
    receiver.answer((_received, response) => response.writeHead(204).end());
    await db.pool("admin").query({
      text: "update hooks.endpoint_health set retry_at = now(), next_look_at = now()",
    });
    await hurry();
    await eventually(async () => expect(await finished()).toHaveLength(12));
    expect(await breaker()).toMatchObject({ breaker: "closed", ramp_slots: null });
  });

  it("waits with the whole endpoint when it is asked to, and disables one that is gone", async () => {
    const [busy, gone] = [
      await tables.endpoint({ url: `${receiver.url}/busy` }),
      await tables.endpoint({ url: `${receiver.url}/gone` }),
    ];
    receiver.answer(({ path }, response) =>
      path === "/gone"
        ? response.writeHead(410).end()
        : response.writeHead(503, { "retry-after": "120" }).end(),
    );
    await put([message(randomUUID(), 2)]);
    dispatch();
    await eventually(async () => {
      const { rows } = await db.pool("admin").query({
        text: `
          select endpoints.id, endpoints.state, endpoints.state_reason,
            coalesce(endpoint_health.paused_until > now() + interval '100 s', false) as waits
          from hooks.endpoints
          join hooks.endpoint_health on endpoint_health.endpoint_id = endpoints.id`,
      });
      expect(rows).toContainEqual({
        id: busy.id,
        state: "active",
        state_reason: null,
        waits: true,
      });
      expect(rows).toContainEqual({
        id: gone.id,
        state: "disabled",
        state_reason: "gone",
        waits: false,
      });
    });
  });

  it("takes over what a dead worker had claimed, once the lease ended", async () => {
    await tables.endpoint({ url: receiver.url });
    await put([message(randomUUID(), 2)]);
    await db.pool("admin").query({
      text: "update hooks.deliveries set claim_id = gen_random_uuid(), leased_until = now() - interval '1 s', attempts = 1",
    });
    dispatch();
    await eventually(async () =>
      expect(await finished()).toEqual([{ state: "delivered", sequence: 2 }]),
    );
  });
});

/** Everything that waits for its next attempt is due now. */
async function hurry(): Promise<void> {
  await db.pool("admin").query({ text: "update hooks.deliveries set due_at = now()" });
  await db.pool("admin").query({
    text: "update hooks.endpoint_health set next_look_at = now() where breaker <> 'open'",
  });
}

async function breaker(): Promise<unknown> {
  const { rows } = await db.pool("admin").query({
    text: "select breaker, ramp_slots from hooks.endpoint_health",
  });
  return rows[0];
}
