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

it("tells a delivery that no worker takes from one that its endpoint or its shipment holds back", async () => {
  const { id } = await tables.endpoint();
  await put();
  await db.pool("admin").query({
    text: "update hooks.deliveries set due_at = now() - interval '30 s'",
  });
  const queue = await readQueue(db.pool("webhooks"));
  expect(queue).toMatchObject({ open: 1, waitingSeconds: 0 });
  expect(queue.readySeconds).toBeGreaterThanOrEqual(30);
  await db.pool("admin").query({
    text: "update hooks.endpoint_health set paused_until = now() + interval '1 minute' where endpoint_id = $1",
    values: [id],
  });
  const held = await readQueue(db.pool("webhooks"));
  expect(held).toMatchObject({ open: 1, readySeconds: 0 });
  expect(held.waitingSeconds).toBeGreaterThanOrEqual(30);
  await db.pool("admin").query({
    text: "update hooks.deliveries set claim_id = gen_random_uuid(), leased_until = now() + interval '30 s'",
  });
  expect(await readQueue(db.pool("webhooks"))).toEqual({
    open: 1,
    readySeconds: 0,
    waitingSeconds: 0,
  });
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
