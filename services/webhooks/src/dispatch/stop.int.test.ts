import { randomUUID } from "node:crypto";
import { inTransaction } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HooksTables, testBox } from "../fixtures/hooks-tables.ts";
import { startReceiver, type TestReceiver } from "../fixtures/receiver.ts";
import { fanOut } from "../ingest/fan-out.ts";
import { createSender, type Sender } from "../send/sender.ts";
import { startDispatcher } from "./dispatcher.ts";

let db: TestDatabase;
let receiver: TestReceiver;
let sender: Sender;
beforeEach(async () => {
  db = await createTestDatabase();
  receiver = await startReceiver();
  sender = createSender({ rules: { allowHttp: true, allowLoopback: true, ports: "any" } });
});
afterEach(async () => {
  await sender.close();
  await receiver.close();
  await db.drop();
});

it("a stop waits for answers for a while, and gives what is not answered back to the queue", async () => {
  const tables = new HooksTables(db.pool("admin"));
  await tables.endpoint({ url: `${receiver.url}/slow` });
  await tables.endpoint({ url: `${receiver.url}/silent` });
  receiver.answer(({ path }, response) => {
    if (path === "/slow") setTimeout(() => response.writeHead(204).end(), 300);
  });
  const message = {
    id: randomUUID(),
    tenantId: tables.tenantId,
    shipmentId: randomUUID(),
    sequence: 2,
    eventType: "shipment.status_changed",
    body: Buffer.from("{}"),
    recordedAt: "2026-03-01T10:00:00.000Z",
  };
  await inTransaction(db.pool("webhooks"), (tx) => fanOut(tx, [message]));
  const errors: unknown[] = [];
  const dispatcher = startDispatcher({
    pool: db.pool("webhooks"),
    sender,
    box: testBox,
    pollMs: 20,
    drainMs: 1e3,
    onError: (error) => errors.push(error),
  });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 10_000 });
  const startedAt = performance.now();
  await dispatcher.stop();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  // ends the attempt that nobody waits for any more: it says nothing about the endpoint
  await sender.close();
  const { rows } = await db.pool("admin").query({
    text: `
      select endpoints.url, deliveries.claim_id is null and deliveries.due_at <= now() as due, deliveries.attempts,
        endpoint_health.next_look_at <= now() as looked_at, endpoint_health.failures_in_row
      from hooks.endpoints
      join hooks.endpoint_health on endpoint_health.endpoint_id = endpoints.id
      join hooks.deliveries on deliveries.endpoint_id = endpoints.id`,
  });
  expect(rows).toEqual([
    {
      url: `${receiver.url}/silent`,
      due: true,
      attempts: 1,
      looked_at: true,
      failures_in_row: 0,
    },
  ]);
  expect(errors).toEqual([]);
});
