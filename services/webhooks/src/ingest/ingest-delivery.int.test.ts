import { randomUUID } from "node:crypto";
import type { EventRecord } from "@shipment-tracking/contracts";
import { type PartBatch, Superseded } from "@shipment-tracking/event-log";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingestDelivery } from "./ingest-delivery.ts";
import { readPositions } from "./claim-positions.ts";

const tenantId = randomUUID();
const otherTenantId = randomUUID();
let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await db.drop();
});

describe("ingest", () => {
  it("stores one message and a delivery for each matching endpoint of the tenant, in one transaction with the position", async () => {
    const [one, two] = [await endpoint(), await endpoint({ state: "paused" })];
    await endpoint({ tenantId: otherTenantId });
    await endpoint({ state: "disabled" });
    await endpoint({ eventTypes: ["shipment.something_else"] });
    await endpoint({ deleted: true });
    const shipment = randomUUID();
    const summary = await ingest([
      created(shipment, 1),
      statusChanged(shipment, 2, "in_transit"),
      detailsChanged(shipment, 3),
    ]);
    expect(summary).toMatchObject({ records: 3, messages: 1, deliveries: 2, parked: [] });
    expect((await readPositions(db.pool("webhooks"), [7])).get(7)).toBe(3);
    const { rows } = await db.pool("admin").query({
      text: `
        select deliveries.endpoint_id, deliveries.blocked, deliveries.sequence, convert_from(messages.body, 'utf8')::json -> 'data' ->> 'status' as status
        from hooks.deliveries
        join hooks.messages on messages.id = deliveries.message_id and messages.created_at = deliveries.message_created_at`,
    });
    expect(rows.toSorted(byEndpoint)).toEqual(
      [one, two]
        .map((id) => ({
          endpoint_id: id,
          blocked: false,
          sequence: 2,
          status: "in_transit",
        }))
        .toSorted(byEndpoint),
    );
  });

  it("holds later deliveries of a shipment behind the earlier one, of other shipments not", async () => {
    await endpoint();
    const [shipment, other] = [randomUUID(), randomUUID()];
    await ingest([
      created(shipment, 1),
      statusChanged(shipment, 2, "in_transit"),
      statusChanged(shipment, 3, "delivered"),
    ]);
    await ingest([statusChanged(shipment, 4, "exception")], 3);
    await ingest([created(other, 1), statusChanged(other, 2, "in_transit")], 4);
    expect(await lane(shipment)).toEqual([
      [2, false],
      [3, true],
      [4, true],
    ]);
    expect(await lane(other)).toEqual([[2, false]]);
  });

  it("replaces what was not sent yet for an endpoint that wants the latest status only", async () => {
    await endpoint({ ordering: "latest" });
    const shipment = randomUUID();
    await ingest([
      created(shipment, 1),
      statusChanged(shipment, 2, "in_transit"),
      statusChanged(shipment, 3, "delivered"),
    ]);
    expect(await lane(shipment)).toEqual([[3, false]]);
    await claimAll();
    await ingest([statusChanged(shipment, 4, "exception")], 3);
    await ingest([statusChanged(shipment, 5, "delivered")], 4);
    expect(await lane(shipment)).toEqual([
      [3, false],
      [5, true],
    ]);
    const { rows } = await db.pool("admin").query({
      text: "select sequence, state from hooks.finished_deliveries order by sequence",
    });
    expect(rows).toEqual([2, 4].map((sequence) => ({ sequence, state: "superseded" })));
  });

  it("drops what it has seen, and refuses a part that another member has moved", async () => {
    await endpoint();
    const shipment = randomUUID();
    const records = [created(shipment, 1), statusChanged(shipment, 2, "in_transit")];
    await ingest(records);
    const again = await ingest(records);
    expect(again).toMatchObject({ messages: 0, deliveries: 0 });
    await expect(ingest([statusChanged(shipment, 3, "delivered")], 9)).rejects.toThrow(Superseded);
    expect(await lane(shipment)).toEqual([[2, false]]);
  });

  it("parks the stream of an event that it cannot read, and goes on with the others", async () => {
    await endpoint();
    const [bad, good] = [randomUUID(), randomUUID()];
    const summary = await ingest([
      created(bad, 1),
      { ...statusChanged(bad, 2, "in_transit"), data: { nonsense: true } },
      statusChanged(bad, 3, "delivered"),
      created(good, 1),
      statusChanged(good, 2, "in_transit"),
    ]);
    expect(summary.parked.map(({ record }) => [record.streamId, record.version])).toEqual([
      [bad, 2],
    ]);
    expect([await lane(bad), await lane(good)]).toEqual([[], [[2, false]]]);
  });

  it("tells the workers when to look, no sooner than a pause ends", async () => {
    const [now, later] = [await endpoint(), await endpoint()];
    await db.pool("admin").query({
      text: "update hooks.endpoint_health set paused_until = now() + interval '1 hour' where endpoint_id = $1",
      values: [later],
    });
    const shipment = randomUUID();
    await ingest([created(shipment, 1), statusChanged(shipment, 2, "in_transit")]);
    const { rows } = await db.pool("admin").query<{ endpoint_id: string; due: boolean }>({
      text: "select endpoint_id, next_look_at <= now() as due from hooks.endpoint_health",
    });
    const due = new Map(rows.map((row) => [row.endpoint_id, row.due]));
    expect([due.get(now), due.get(later)]).toEqual([true, false]);
  });
});

function byEndpoint(left: { endpoint_id: string }, right: { endpoint_id: string }): number {
  return left.endpoint_id < right.endpoint_id ? -1 : 1;
}

/** Records of part 7, from the position after `afterPos`. */
async function ingest(records: readonly EventRecord[], afterPos = 0) {
  const numbered = records.map((record, at) => ({ ...record, pos: afterPos + at + 1 }));
  const batch: PartBatch = { part: 7, epoch: 1, records: numbered };
  return await ingestDelivery(db.pool("webhooks"), [batch]);
}

async function lane(shipmentId: string): Promise<unknown[][]> {
  const { rows } = await db.pool("admin").query<{ sequence: number; blocked: boolean }>({
    text: "select sequence, blocked from hooks.deliveries where shipment_id = $1 order by sequence",
    values: [shipmentId],
  });
  return rows.map((row) => [row.sequence, row.blocked]);
}

async function claimAll(): Promise<void> {
  await db.pool("admin").query({
    text: "update hooks.deliveries set claim_id = gen_random_uuid(), leased_until = now() + interval '30 s'",
  });
}

interface EndpointOptions {
  readonly tenantId?: string;
  readonly state?: string;
  readonly ordering?: string;
  readonly eventTypes?: readonly string[];
  readonly deleted?: boolean;
}

async function endpoint(options: EndpointOptions = {}): Promise<string> {
  const id = randomUUID();
  const owner = options.tenantId ?? tenantId;
  await db.pool("admin").query({
    text: `
      insert into hooks.endpoints (id, tenant_id, url, event_types, ordering, secret_key_id, secret_ciphertext, state, deleted_at)
      values ($1, $2, 'https://example.com/hook', $3, $4, 'k', '', $5, case when $6 then now() end)`,
    values: [
      id,
      owner,
      options.eventTypes ?? [],
      options.ordering ?? "ordered",
      options.state ?? "active",
      options.deleted ?? false,
    ],
  });
  await db.pool("admin").query({
    text: "insert into hooks.endpoint_health (endpoint_id, tenant_id) values ($1, $2)",
    values: [id, owner],
  });
  return id;
}

const at = "2026-03-01T10:00:00.000Z";

function record(streamId: string, version: number, event: LogEventData): EventRecord {
  const { type, ...data } = event;
  return {
    id: randomUUID(),
    type,
    schemaVersion: 1,
    tenantId,
    streamId,
    version,
    part: 7,
    pos: 0,
    occurredAt: at,
    recordedAt: at,
    actor: { kind: "system", id: null },
    traceparent: null,
    data,
  };
}

type LogEventData = { readonly type: string } & Readonly<Record<string, unknown>>;

const details = {
  shipmentNumber: "N-1",
  mode: "ftl",
  customerId: null,
  carrierName: null,
  references: [],
  origin: null,
  destination: null,
  pickupScheduledAt: null,
  deliveryScheduledAt: null,
  internalNotes: null,
};

function created(shipmentId: string, version: number): EventRecord {
  return record(shipmentId, version, {
    type: "shipment.created",
    shipmentId,
    createdAt: at,
    details,
    status: "draft",
    previousStatus: null,
    statusChanged: false,
    restated: [],
  });
}

function detailsChanged(shipmentId: string, version: number): EventRecord {
  return record(shipmentId, version, {
    type: "shipment.details_changed",
    details,
    changedFields: ["carrierName"],
    status: "in_transit",
    previousStatus: "in_transit",
    statusChanged: false,
    restated: [],
  });
}

function statusChanged(shipmentId: string, version: number, status: string): EventRecord {
  const entry = {
    eventId: randomUUID(),
    eventType: status === "delivered" ? "delivered" : "in_transit",
    status,
    city: "Bern",
    eventAt: at,
    description: null,
    internalNote: null,
    externalId: null,
  };
  return record(shipmentId, version, {
    type: "shipment.tracking_event_recorded",
    entry,
    status,
    previousStatus: "draft",
    statusChanged: true,
    restated: [],
  });
}
