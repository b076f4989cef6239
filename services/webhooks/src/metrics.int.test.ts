import { randomUUID } from "node:crypto";
import { createMetrics } from "@shipment-tracking/runtime";
import { inTransaction } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Dispatcher, startDispatcher } from "./dispatch/dispatcher.ts";
import { HooksTables, testBox } from "./fixtures/hooks-tables.ts";
import { startReceiver, type TestReceiver } from "./fixtures/receiver.ts";
import { fanOut } from "./ingest/fan-out.ts";
import { createWebhookMetrics } from "./metrics.ts";
import { readQueue } from "./read-queue.ts";
import { createSender, type Sender } from "./send/sender.ts";

let db: TestDatabase;
let tables: HooksTables;
let receiver: TestReceiver;
let sender: Sender;
let dispatcher: Dispatcher | undefined;
beforeEach(async () => {
  db = await createTestDatabase();
  tables = new HooksTables(db.pool("admin"));
  receiver = await startReceiver();
  sender = createSender({ rules: { allowHttp: true, allowLoopback: true, ports: "any" } });
});
afterEach(async () => {
  await dispatcher?.stop();
  await sender.close();
  await receiver.close();
  await db.drop();
});

it("counts attempts by result, leases of dead workers, and how long an event took to its receiver", async () => {
  const registry = createMetrics();
  const metrics = createWebhookMetrics(registry, () => readQueue(db.pool("webhooks")));
  await tables.endpoint({ url: `${receiver.url}/good` });
  await tables.endpoint({ url: `${receiver.url}/bad` });
  receiver.answer(({ path }, response) => response.writeHead(path === "/bad" ? 500 : 204).end());
  await put();
  await db.pool("admin").query({
    text: "update hooks.deliveries set claim_id = gen_random_uuid(), leased_until = now() - interval '1 s'",
  });
  dispatcher = startDispatcher({
    pool: db.pool("webhooks"),
    sender,
    box: testBox,
    pollMs: 20,
    onMade: (made) => metrics.made(made),
    onCompleted: (summary) => metrics.completed(summary),
    onExpired: (leases) => metrics.expired(leases),
    onError: () => undefined,
  });
  await vi.waitFor(
    async () => {
      const text = await registry.metrics();
      expect(text).toContain('webhook_attempts_total{result="delivered"} 1');
      expect(text).toContain('webhook_attempts_total{result="status"} 1');
      expect(text).toContain('webhook_deliveries_finished_total{state="delivered"} 1');
      expect(text).toContain("webhook_lease_expiries_total 2");
      expect(text).toContain("webhook_fenced_completions_total 0");
      expect(text).toContain("webhook_end_to_end_seconds_count 1");
      expect(text).not.toContain(tables.tenantId);
    },
    { timeout: 20_000, interval: 100 },
  );
});

it("shows the queue as it is read at the moment of the scrape", async () => {
  const registry = createMetrics();
  let queue = { open: 3, readySeconds: 4.5, waitingSeconds: 90 };
  createWebhookMetrics(registry, () => Promise.resolve(queue));
  const gauges = async () => (await registry.metrics()).match(/^webhook_o.*$/gm);
  expect(await gauges()).toEqual([
    "webhook_open_deliveries 3",
    'webhook_oldest_due_seconds{state="ready"} 4.5',
    'webhook_oldest_due_seconds{state="waiting"} 90',
  ]);
  queue = { open: 0, readySeconds: 0, waitingSeconds: 0 };
  await vi.waitFor(
    async () =>
      expect(await gauges()).toEqual([
        "webhook_open_deliveries 0",
        'webhook_oldest_due_seconds{state="ready"} 0',
        'webhook_oldest_due_seconds{state="waiting"} 0',
      ]),
    { timeout: 20_000, interval: 100 },
  );
});

async function put(): Promise<void> {
  const message = {
    id: randomUUID(),
    tenantId: tables.tenantId,
    shipmentId: randomUUID(),
    sequence: 2,
    eventType: "shipment.status_changed",
    body: Buffer.from("{}"),
    recordedAt: new Date().toISOString(),
  };
  await inTransaction(db.pool("webhooks"), (tx) => fanOut(tx, [message]));
}
