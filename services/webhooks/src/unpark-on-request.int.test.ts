import { randomUUID } from "node:crypto";
import {
  createPostgresEngine,
  type EventLogEngine,
  readUnparkRequests,
  requestUnpark,
} from "@shipment-tracking/event-log";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HooksTables, testBox } from "./fixtures/hooks-tables.ts";
import { ShipmentLog } from "./fixtures/shipment-log.ts";
import { ingestDelivery } from "./ingest/ingest-delivery.ts";
import { listParkedShipments } from "./ingest/parked-streams.ts";
import { createSender, type Sender } from "./send/sender.ts";
import { startWebhooks, type Webhooks } from "./start-webhooks.ts";

let db: TestDatabase;
let sender: Sender;
let engine: EventLogEngine;
let webhooks: Webhooks | undefined;
beforeEach(async () => {
  db = await createTestDatabase();
  sender = createSender({ rules: { allowHttp: true, allowLoopback: true, ports: "any" } });
  engine = createPostgresEngine({ pool: db.pool("webhooks") });
});
afterEach(async () => {
  await webhooks?.stop();
  await engine.close();
  await sender.close();
  await db.drop();
});

it("a shipment that somebody wants to have tried again sends what waited", async () => {
  const pool = db.pool("webhooks");
  const tables = new HooksTables(db.pool("admin"));
  const log = new ShipmentLog({ pool: db.pool("admin"), tenantId: tables.tenantId, part: 7 });
  await tables.endpoint();
  const shipment = randomUUID();
  const records = [log.created(shipment), log.statusChanged(shipment, "in_transit")];
  await log.store(records);
  const unread = records.map((one) => (one.version === 2 ? { ...one, data: { odd: true } } : one));
  await ingestDelivery(pool, [{ part: 7, epoch: 0, records: unread }]);
  expect(await listParkedShipments(pool)).toMatchObject([{ streamId: shipment }]);

  webhooks = await startWebhooks({
    engine,
    pool,
    sender,
    box: testBox,
    retentionDays: 30,
    log: createLogger({ service: "webhooks", level: "silent" }),
  });
  const { tenantId } = tables;
  await requestUnpark(db.pool("web"), { consumer: "webhooks", streamId: shipment, tenantId });
  await expect.poll(() => readUnparkRequests(pool, "webhooks"), { timeout: 5_000 }).toEqual([]);
  expect(await listParkedShipments(pool)).toEqual([]);
  const { rows } = await pool.query({
    text: "select sequence from hooks.messages where shipment_id = $1",
    values: [shipment],
  });
  expect(rows).toEqual([{ sequence: 2 }]);
});
