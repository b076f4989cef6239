import { randomUUID } from "node:crypto";
import type { EventRecord } from "@shipment-tracking/contracts";
import type { PartBatch } from "@shipment-tracking/event-log";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HooksTables } from "../fixtures/hooks-tables.ts";
import { ShipmentLog } from "../fixtures/shipment-log.ts";
import { ingestDelivery } from "./ingest-delivery.ts";
import { listParkedShipments } from "./parked-streams.ts";
import { unparkShipment } from "./unpark-shipment.ts";

let db: TestDatabase;
let tables: HooksTables;
let log: ShipmentLog;
beforeEach(async () => {
  db = await createTestDatabase();
  tables = new HooksTables(db.pool("admin"));
  log = new ShipmentLog({ pool: db.pool("admin"), tenantId: tables.tenantId, part: 7 });
});
afterEach(() => db.drop());

describe("a shipment whose values the database refuses", () => {
  it("is parked at the event at fault, with what came before it sent, and the others go on", async () => {
    await tables.endpoint();
    const [bad, good] = [randomUUID(), randomUUID()];
    const creation = log.created(bad);
    const first = log.statusChanged(bad, "in_transit");
    const records = [
      creation,
      first,
      log.created(good),
      // the id of a message is the event's, and a message is stored once
      { ...log.statusChanged(bad, "out_for_delivery"), id: first.id },
      log.statusChanged(bad, "delivered"),
      log.statusChanged(good, "in_transit"),
    ];
    const summary = await ingest(records);
    expect(summary).toMatchObject({ records: 6, messages: 2, deliveries: 2 });
    expect(await sent(bad)).toEqual([2]);
    expect(await sent(good)).toEqual([2]);
    const [parked, ...others] = await listParkedShipments(db.pool("webhooks"));
    expect(others).toEqual([]);
    expect(parked).toMatchObject({ streamId: bad, part: 7, pos: 4 });
    expect(parked?.error).toMatch(/^Database: /);
    const later = await ingest([log.statusChanged(bad, "exception")]);
    expect(later).toMatchObject({ records: 1, messages: 0, parked: [] });
  });
});

describe("unparking a shipment", () => {
  it("sends from the log what waited, in order, and nothing a second time", async () => {
    await tables.endpoint();
    const shipment = randomUUID();
    const records = [
      log.created(shipment),
      log.statusChanged(shipment, "in_transit"),
      log.statusChanged(shipment, "out_for_delivery"),
      log.statusChanged(shipment, "delivered"),
    ];
    await log.store(records);
    // as a version did that could not read the third one
    await ingest(
      records.map((one) => (one.version === 3 ? { ...one, data: { nonsense: true } } : one)),
    );
    expect(await sent(shipment)).toEqual([2]);
    const again = await unparkShipment(db.pool("webhooks"), shipment);
    expect(again).toEqual({ outcome: "unparked", applied: 2 });
    expect(await sent(shipment)).toEqual([2, 3, 4]);
    expect(await unparkShipment(db.pool("webhooks"), shipment)).toEqual({ outcome: "not_parked" });
    await ingest([log.statusChanged(shipment, "exception")]);
    expect(await sent(shipment)).toEqual([2, 3, 4, 5]);
  });

  it("parks it again at what still cannot be read, and leaves to the ingest what it has not reached", async () => {
    await tables.endpoint();
    const shipment = randomUUID();
    const good = [log.created(shipment), log.statusChanged(shipment, "in_transit")];
    const bad = { ...log.statusChanged(shipment, "delivered"), data: { nonsense: true } };
    await ingest([...good, bad]);
    const ahead = log.statusChanged(shipment, "exception");
    await log.store([...good, bad, ahead]);
    expect(await unparkShipment(db.pool("webhooks"), shipment)).toMatchObject({
      outcome: "parked_again",
      applied: 0,
      part: 7,
      pos: 3,
    });
    await log.mend(bad.id, log.dataOf(shipment, "delivered"));
    expect(await unparkShipment(db.pool("webhooks"), shipment)).toEqual({
      outcome: "unparked",
      applied: 1,
    });
    expect(await sent(shipment)).toEqual([2, 3]);
  });
});

async function ingest(records: readonly EventRecord[]) {
  const batch: PartBatch = { part: 7, epoch: 1, records };
  return await ingestDelivery(db.pool("webhooks"), [batch]);
}

async function sent(shipmentId: string): Promise<readonly number[]> {
  const { rows } = await db.pool("admin").query<{ sequence: number }>({
    text: "select sequence from hooks.deliveries where shipment_id = $1 order by sequence",
    values: [shipmentId],
  });
  return rows.map((row) => row.sequence);
}
