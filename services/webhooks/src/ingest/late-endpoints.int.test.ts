import { randomUUID } from "node:crypto";
import type { EventRecord } from "@shipment-tracking/contracts";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HooksTables } from "../fixtures/hooks-tables.ts";
import { ShipmentLog } from "../fixtures/shipment-log.ts";
import { readPositions } from "./claim-positions.ts";
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

describe("a tenant without an endpoint", () => {
  it("costs a position and nothing else: no state, no message, not even an event that cannot be read", async () => {
    await tables.endpoint({ deleted: true });
    await tables.endpoint({ tenantId: randomUUID() });
    const shipment = randomUUID();
    const summary = await ingest([
      log.created(shipment),
      log.statusChanged(shipment, "in_transit"),
      { ...log.statusChanged(shipment, "delivered"), data: { nonsense: true } },
    ]);
    expect(summary).toEqual({ records: 3, messages: 0, deliveries: 0, parked: [] });
    expect((await readPositions(db.pool("webhooks"), [7])).get(7)).toBe(3);
    expect(await count("hooks.shipments")).toBe(0);
    expect(await count("hooks.parked_streams")).toBe(0);
  });

  it.each(["active", "paused", "disabled"] as const)(
    "is another one than one whose only endpoint is %s",
    async (state) => {
      await tables.endpoint({ state });
      const shipment = randomUUID();
      await ingest([log.created(shipment), log.statusChanged(shipment, "in_transit")]);
      expect(await count("hooks.messages")).toBe(1);
    },
  );
});

describe("an endpoint that is added later", () => {
  it("gets what happens from then on, with all that the shipment was before", async () => {
    const [shipment, other] = [randomUUID(), randomUUID()];
    await storeAndIngest([
      log.created(shipment),
      log.renumbered(shipment, "N-2"),
      log.statusChanged(shipment, "in_transit"),
      log.created(other),
    ]);
    await tables.endpoint();
    const summary = await ingest([
      log.statusChanged(shipment, "out_for_delivery"),
      log.statusChanged(other, "in_transit"),
      log.statusChanged(shipment, "delivered"),
    ]);
    expect(summary).toMatchObject({ messages: 3, deliveries: 3, parked: [] });
    expect(await messages(shipment)).toEqual([
      { sequence: 4, status: "out_for_delivery", previous: "in_transit", number: "N-2" },
      { sequence: 5, status: "delivered", previous: "out_for_delivery", number: "N-2" },
    ]);
    expect(await messages(other)).toMatchObject([{ sequence: 2, number: "N-1" }]);
  });

  it("gets it whatever came while there was none in between", async () => {
    const { id } = await tables.endpoint();
    const shipment = randomUUID();
    await storeAndIngest([log.created(shipment), log.statusChanged(shipment, "in_transit")]);
    await setDeleted(id);
    await storeAndIngest([log.statusChanged(shipment, "exception")]);
    await tables.endpoint();
    await storeAndIngest([log.statusChanged(shipment, "delivered")]);
    expect((await messages(shipment)).map(({ sequence }) => sequence)).toEqual([2, 4]);
    // the worker has a state again: what the log says of this shipment is not asked for
    await ingest([log.statusChanged(shipment, "exception")]);
    expect((await messages(shipment)).map(({ sequence }) => sequence)).toEqual([2, 4, 5]);
  });

  it("gets it from shipments with long histories, many at once", async () => {
    const shipments = Array.from({ length: 5 }, () => randomUUID());
    const history = shipments.flatMap((one) => [
      log.created(one),
      ...Array.from({ length: 600 }, () => log.statusChanged(one, "in_transit")),
    ]);
    await storeAndIngest(history);
    await tables.endpoint();
    const summary = await ingest(shipments.map((one) => log.statusChanged(one, "delivered")));
    expect(summary).toMatchObject({ messages: 5, deliveries: 5, parked: [] });
    for (const one of shipments) expect(await messages(one)).toMatchObject([{ sequence: 602 }]);
  });
});

describe("a history that cannot be read", () => {
  it("parks the shipment at what would have been announced, and after mending announces from there", async () => {
    const shipment = randomUUID();
    const before = [
      log.created(shipment),
      { ...log.statusChanged(shipment, "in_transit"), data: { nonsense: true } },
      log.statusChanged(shipment, "exception"),
    ];
    await storeAndIngest(before);
    await tables.endpoint();
    const news = [
      log.statusChanged(shipment, "in_transit"),
      log.statusChanged(shipment, "delivered"),
    ];
    await storeAndIngest(news);
    const [parked] = await listParkedShipments(db.pool("webhooks"));
    expect(parked).toMatchObject({ streamId: shipment, part: 7, pos: 4 });
    expect(parked?.error).toMatch(/^Version 2: /);
    expect(await unparkShipment(db.pool("webhooks"), shipment)).toMatchObject({
      outcome: "parked_again",
      pos: 4,
    });
    await log.mend(before[1]?.id ?? "", log.dataOf(shipment, "in_transit"));
    expect(await unparkShipment(db.pool("webhooks"), shipment)).toEqual({
      outcome: "unparked",
      applied: 2,
    });
    expect((await messages(shipment)).map(({ sequence }) => sequence)).toEqual([4, 5]);
  });

  it("parks it when the log does not have all of it", async () => {
    const shipment = randomUUID();
    await storeAndIngest([log.created(shipment)]);
    await ingest([log.statusChanged(shipment, "in_transit")]);
    await storeAndIngest([log.statusChanged(shipment, "exception")]);
    await tables.endpoint();
    const summary = await ingest([log.statusChanged(shipment, "delivered")]);
    expect(summary.parked).toMatchObject([{ error: "Version 4 follows 1" }]);
    const unknown = { ...log.created(randomUUID()), version: 2 };
    expect((await ingest([unknown])).parked).toMatchObject([{ error: "Version 2 follows 0" }]);
  });
});

async function storeAndIngest(records: readonly EventRecord[]) {
  await log.store(records);
  return await ingest(records);
}

async function ingest(records: readonly EventRecord[]) {
  return await ingestDelivery(db.pool("webhooks"), [{ part: 7, epoch: 1, records }]);
}

async function setDeleted(id: string): Promise<void> {
  await db.pool("admin").query({
    text: "update hooks.endpoints set deleted_at = now() where id = $1",
    values: [id],
  });
}

async function count(table: string): Promise<number> {
  const { rows } = await db.pool("admin").query<{ n: number }>({
    text: `select count(*) as n from ${table}`,
  });
  return rows[0]?.n ?? Number.NaN;
}

async function messages(shipmentId: string) {
  const { rows } = await db.pool("admin").query<{ sequence: number; body: object }>({
    text: `
      select messages.sequence, told.data ->> 'status' as status, told.data ->> 'previousStatus' as previous,
        told.data ->> 'shipmentNumber' as number
      from hooks.messages
      cross join lateral (select convert_from(messages.body, 'utf8')::json -> 'data' as data) as told
      where messages.shipment_id = $1
      order by messages.sequence`,
    values: [shipmentId],
  });
  return rows;
}
