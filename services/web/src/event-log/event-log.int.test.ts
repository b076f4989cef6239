import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { eventLog, lag, logEventPage } from "../openapi/schemas/event-log.ts";

let web: WebFixture;
let company: Company;
let admin: Client;
let dispatcher: Client;

beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
  admin = await company.as("admin");
  dispatcher = await company.as("dispatcher");
});
afterAll(() => web.close());

const pickup = { eventType: "pickup", city: "Bern", eventAt: "2026-01-02T10:00:00Z" };

async function newShipment(client = dispatcher): Promise<{ id: string; shipmentNumber: string }> {
  return (await client.call("POST /api/shipments", { mode: "parcel" })).body.shipment;
}

async function park(
  consumer: "projector" | "webhooks",
  streamId: string,
  tenantId: string = company.tenantId,
): Promise<void> {
  const [table, columns, values] =
    consumer === "projector"
      ? ["read.parked_streams", "consumer, ", "'projector', "]
      : ["hooks.parked_streams", "", ""];
  await web.db.pool("admin").query({
    text: `
      insert into ${table} (${columns}stream_id, tenant_id, part, pos, event_id, event_type, error)
      values (${values}$1, $2, 3, 17, gen_random_uuid()::text, 'shipment.cancelled', 'reason: is no text')`,
    values: [streamId, tenantId],
  });
}

async function overview() {
  const answer = await admin.call("GET /api/event-log");
  expect(answer.status, answer.text).toBe(200);
  return eventLog.parse(answer.body);
}

const retry = (consumer: string, streamId: string) =>
  `POST /api/event-log/parked/${consumer}/${streamId}/retry`;

describe("the overview", () => {
  test("says who is at work and what it owns", async () => {
    const memberId = randomUUID();
    const db = web.db.pool("projector");
    await db.query({
      text: "insert into write.log_members (consumer, member_id, seen_at) values ('projector', $1, now())",
      values: [memberId],
    });
    await db.query({
      text: `
        insert into write.log_leases (consumer, part, member_id)
        select 'projector', part, $1 from generate_series(0, 63) as parts (part)`,
      values: [memberId],
    });
    const { readers } = await overview();
    expect(readers[0]).toMatchObject({ members: 1, partsOwned: 64 });
    await db.query({ text: "update write.log_members set seen_at = now() - interval '1 minute'" });
    expect((await overview()).readers[0]).toMatchObject({ members: 0, partsOwned: 0 });
  });

  test("shows the read tables in use and the last rebuild that did not succeed", async () => {
    expect((await overview()).readTables).toMatchObject({
      live: { state: "live" },
      previous: null,
      rebuild: null,
    });
    await web.db.pool("admin").query({
      text: "insert into rebuild.generations (state, ended_at, error) values ('failed', now(), 'The rebuild was interrupted')",
    });
    expect((await overview()).readTables.rebuild).toMatchObject({
      state: "failed",
      error: "The rebuild was interrupted",
    });
  });

  test("shows the own company's parked streams by number, and nobody else's", async () => {
    const shipment = await newShipment();
    const stranger = await web.company("Other");
    await park("projector", shipment.id);
    await park("webhooks", shipment.id);
    await park("projector", randomUUID(), stranger.tenantId);
    const { parked } = await overview();
    expect(parked.map(({ consumer }) => consumer).toSorted()).toEqual(["projector", "webhooks"]);
    expect(parked[0]).toMatchObject({
      streamId: shipment.id,
      subject: { type: "shipment", id: shipment.id, label: shipment.shipmentNumber },
      position: "3.17",
      eventType: "shipment.cancelled",
      sentence: "reason: is no text",
      retryRequestedAt: null,
    });
  });
});

test("everybody who is signed in learns how far the readers are behind", async () => {
  const viewer = await company.as("viewer");
  const answer = await viewer.call("GET /api/lag");
  const { readers } = lag.parse(answer.body);
  expect(readers).toMatchObject([
    { reader: "projector", alive: false },
    { reader: "webhooks", alive: false },
  ]);
});

describe("a retry", () => {
  test("is handed over once, with an audit line, and shown until it is done", async () => {
    const { id } = await newShipment();
    await park("projector", id);
    for (let times = 0; times < 2; times += 1) {
      const answer = await admin.call(retry("projector", id));
      expect([answer.status, answer.body]).toEqual([202, { requested: true }]);
    }
    const { rows } = await web.db.pool("projector").query({
      text: "select consumer, tenant_id from write.unpark_requests where stream_id = $1",
      values: [id],
    });
    expect(rows).toEqual([{ consumer: "projector", tenant_id: company.tenantId }]);
    const own = (await overview()).parked.find(({ streamId }) => streamId === id);
    expect(own?.retryRequestedAt).not.toBeNull();
    const trail = await admin.call("GET /api/audit-log?action=event_log.retry_requested");
    expect(trail.body.items[0]).toMatchObject({
      subject: { type: "stream", id },
      details: { consumer: "projector" },
    });
  });

  test("of what is not parked, not known, or another company's is a 404", async () => {
    const { id } = await newShipment();
    const stranger = await web.company("Third");
    const theirs = randomUUID();
    await park("projector", theirs, stranger.tenantId);
    await park("webhooks", theirs, stranger.tenantId);
    for (const route of [
      retry("projector", id),
      retry("projector", theirs),
      retry("webhooks", theirs),
      retry("relay", theirs),
      retry("projector", "no-id"),
    ]) {
      const answer = await admin.call(route);
      expect([answer.status, answer.body], route).toEqual([404, { error: "Not found" }]);
    }
  });

  test("is for administrators", async () => {
    const { id } = await newShipment();
    await park("webhooks", id);
    for (const role of ["viewer", "dispatcher", "billing"] as const) {
      const answer = await (await company.as(role)).call(retry("webhooks", id));
      expect(answer.status, role).toBe(403);
    }
  });
});

describe("the company's events", () => {
  async function page(query = "") {
    const answer = await admin.call(`GET /api/event-log/events?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return logEventPage.parse(answer.body);
  }

  test("come newest first, with their subject, who caused them and what they say", async () => {
    const { id, shipmentNumber } = await newShipment();
    await dispatcher.call(`POST /api/shipments/${id}/events`, pickup);
    const { items } = await page("limit=2");
    expect(items.map(({ type }) => type)).toEqual([
      "shipment.tracking_event_recorded",
      "shipment.created",
    ]);
    expect(items[0]).toMatchObject({
      version: 2,
      subject: { type: "shipment", id, label: shipmentNumber },
      actor: { kind: "user", name: "The dispatcher" },
      data: { entry: { city: "Bern" }, status: "picked_up" },
    });
  });

  test("hold no hash of a key or of a token", async () => {
    const { id } = await newShipment();
    await dispatcher.call(`POST /api/shipments/${id}/share`);
    await admin.call("POST /api/api-keys", { name: "Scanner" });
    const { items } = await page("limit=200");
    const types = items.map(({ type }) => type);
    expect(types).toContain("shipment.shared");
    expect(types).toContain("api_key.created");
    expect(JSON.stringify(items)).not.toMatch(/[0-9a-f]{64}|keyHash|tokenHash/);
    expect(items.find(({ type }) => type === "api_key.created")).toMatchObject({
      subject: { type: "api_key", label: "Scanner" },
      data: { name: "Scanner" },
    });
  });

  test("can be of one stream or of one type, page by page, each once", async () => {
    const { id } = await newShipment();
    for (const city of ["A", "B", "C"]) {
      await dispatcher.call(`POST /api/shipments/${id}/events`, { ...pickup, city });
    }
    const ofStream = await page(`streamId=${id.toUpperCase()}`);
    expect(ofStream.items.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    const ofType = await page(`streamId=${id}&type=shipment.created`);
    expect(ofType.items).toHaveLength(1);
    expect((await page("type=shipment.nonsense")).items).toEqual([]);
    const whole = (await page("limit=200")).items.map((event) => event.id);
    const paged: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { items, nextCursor }: Awaited<ReturnType<typeof page>> = await page(
        `limit=3&cursor=${cursor}`,
      );
      paged.push(...items.map((event) => event.id));
      cursor = nextCursor;
    }
    expect(paged).toEqual(whole);
  });

  test("are the own company's, whatever is asked for", async () => {
    const stranger = await (await web.company("Fourth")).as("admin");
    const { id } = await newShipment(stranger);
    expect((await page(`streamId=${id}`)).items).toEqual([]);
    expect(JSON.stringify((await page("limit=200")).items)).not.toContain(id);
  });

  test("can be poison without harm to those who look", async () => {
    const { id } = await newShipment();
    await web.db.pool("admin").query({
      text: `update write.event_log set data = $2::json where stream_id = $1`,
      values: [id, String.raw`{"reason":"a\u0000b","details":[1e999]}`],
    });
    const { items } = await page(`streamId=${id}`);
    expect(items).toHaveLength(1);
    await web.db.pool("admin").query({
      text: `update write.event_log set data = to_json(repeat('x', 70000)) where stream_id = $1`,
      values: [id],
    });
    expect((await page(`streamId=${id}`)).items).toMatchObject([{ data: null }]);
    expect((await admin.call(`GET /api/shipments/${id}/trace`)).status).toBe(200);
  });

  test.each([
    ["cursor=nonsense", "cursor: is not a cursor of this list."],
    ["cursor=WyJhdWRpdC1sb2ciLDFd", "cursor: is not a cursor of this list."],
    ["limit=0", "limit: must be a whole number from 1 to 200."],
    ["streamId=x", "streamId: must be a UUID."],
    ["type=%00", "type: must not contain control characters."],
    [`type=${"x".repeat(101)}`, "type: must be at most 100 characters long."],
  ])("are refused with %s", async (query, error) => {
    const answer = await admin.call(`GET /api/event-log/events?${query}`);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});

// the last one: from here on nothing claims that the read tables have applied the log
test("counts the events and says how far each reader is behind", async () => {
  await newShipment();
  await web.stopFollowing();
  const before = await overview();
  expect(before).toMatchObject({ engine: "postgres" });
  expect(before.readers.map(({ reader }) => reader)).toEqual(["projector", "webhooks"]);
  expect(before.readers[1]?.behindEvents).toBe(before.events);
  const projected = before.readers[0]?.behindEvents ?? 0;
  await newShipment();
  const after = await overview();
  expect(after.events).toBe(before.events + 1);
  expect(after.readers[0]?.behindEvents).toBe(projected + 1);
  expect(after.readers[0]?.behindSeconds).toBeGreaterThan(0);
});
