import { afterAll, beforeAll, expect, test } from "vitest";
import { tracePage } from "../openapi/schemas/trace.ts";
import {
  type Answer,
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { Queue } from "../webhooks/fixtures/queue.ts";

let web: WebFixture;
let company: Company;
let dispatcher: Client;
let admin: Client;
let queue: Queue;

beforeAll(async () => {
  web = await startFixture();
  // what is applied is said by the tests
  await web.stopFollowing();
  company = await web.company();
  dispatcher = await company.as("dispatcher");
  admin = await company.as("admin");
  queue = new Queue(web.db.pool("admin"));
});
afterAll(() => web.close());

const pickup = { eventType: "pickup", city: "Bern", eventAt: "2026-01-02T10:00:00Z" };

interface Made {
  readonly id: string;
  readonly part: number;
  /** Of the shipment's creation and of its scan. */
  readonly positions: readonly [number, number];
  readonly entryId: string;
}

async function shipmentWithScan(): Promise<Made> {
  const created = await dispatcher.call("POST /api/shipments", { mode: "parcel" });
  const { id } = created.body.shipment;
  const scanned = await dispatcher.call(`POST /api/shipments/${id}/events`, pickup);
  const [part, first] = positionOf(created);
  const [, second] = positionOf(scanned);
  return { id, part, positions: [first, second], entryId: scanned.body.event.id };
}

function positionOf(answer: Answer): readonly [number, number] {
  const [part, pos] = (answer.header("x-position") ?? "").split(".").map(Number);
  return [part ?? -1, pos ?? -1];
}

async function traceOf(id: string, query = "", client = dispatcher) {
  const answer = await client.call(`GET /api/shipments/${id}/trace${query}`);
  expect(answer.status, answer.text).toBe(200);
  return tracePage.parse(answer.body);
}

async function applied(part: number, pos: number): Promise<void> {
  await web.db.pool("projector").query({
    text: `
      insert into read.positions (consumer, part, pos) values ('projector', $1, $2)
      on conflict (consumer, part) do update set pos = excluded.pos`,
    values: [part, pos],
  });
}

async function appliedTogether(made: Made, [after, pos]: readonly [number, number], at: string) {
  await web.db.pool("projector").query({
    text: `
      insert into read.applied_times (part, slot, after_pos, pos, applied_at) values ($1, $3 % 32, $2, $3, $4)
      on conflict (part, slot) do update set after_pos = excluded.after_pos, pos = excluded.pos, applied_at = excluded.applied_at`,
    values: [made.part, after, pos, at],
  });
}

const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();

test("names the events of a shipment by their place in the log, the newest first", async () => {
  const made = await shipmentWithScan();
  const { items, nextCursor } = await traceOf(made.id);
  expect(
    items.map(({ type, version, position, entryId }) => [type, version, position, entryId]),
  ).toEqual([
    [
      "shipment.tracking_event_recorded",
      2,
      `${String(made.part)}.${String(made.positions[1])}`,
      made.entryId,
    ],
    ["shipment.created", 1, `${String(made.part)}.${String(made.positions[0])}`, null],
  ]);
  expect(items[0]?.actor.kind).toBe("user");
  expect(nextCursor).toBeNull();
});

test("says of each event whether it is visible, and since when where that is known", async () => {
  const made = await shipmentWithScan();
  const [first, second] = made.positions;
  const waiting = await traceOf(made.id);
  expect(waiting.items.map(({ projected }) => projected.state)).toEqual(["waiting", "waiting"]);

  await applied(made.part, first);
  const half = await traceOf(made.id);
  expect(half.items.map(({ projected }) => projected.state)).toEqual(["waiting", "done"]);
  // only the position's own time is known: a bound
  expect(half.items[1]?.projected).toMatchObject({ exact: false, at: expect.any(String) });

  await applied(made.part, second);
  const recordedAt = half.items[0]?.recordedAt ?? "";
  await appliedTogether(made, [second - 1, second], later(recordedAt, 14));
  const whole = await traceOf(made.id);
  expect(whole.items[0]?.projected).toEqual({
    state: "done",
    at: later(recordedAt, 14),
    exact: true,
    afterMs: 14,
    sentence: null,
  });
  // its own time is lost, but it was there when the later one was
  expect(whole.items[1]?.projected).toMatchObject({ exact: false, at: later(recordedAt, 14) });
});

test("says of a parked shipment why it waits, and of events before that they are visible", async () => {
  const made = await shipmentWithScan();
  await applied(made.part, made.positions[1]);
  await web.db.pool("projector").query({
    text: `
      insert into read.parked_streams (consumer, stream_id, tenant_id, part, pos, error)
      values ('projector', $1, $2, $3, $4, 'entry.city: is blank')`,
    values: [made.id, company.tenantId, made.part, made.positions[1]],
  });
  const { items } = await traceOf(made.id);
  expect(items[0]?.projected).toMatchObject({ state: "parked", sentence: "entry.city: is blank" });
  expect(items[1]?.projected.state).toBe("done");
  await web.db.pool("admin").query({ text: "delete from read.parked_streams" });
});

test("shows each delivery of an event's message, with its attempts and why it waits", async () => {
  const made = await shipmentWithScan();
  const { items: before } = await traceOf(made.id);
  const event = before[0];
  if (event === undefined) throw new Error("no event");
  const target = { url: "https://hooks.example.com/in", description: "Stock" };
  const endpointId: string = (await admin.call("POST /api/webhook-endpoints", target)).body.id;
  const { tenantId } = company;
  await web.db.pool("admin").query({
    text: `
      insert into hooks.messages (id, created_at, tenant_id, shipment_id, sequence, event_type, body, recorded_at)
      values ($1, now(), $2, $3, 2, 'shipment.status_changed', '{}', $4)`,
    values: [event.id, tenantId, made.id, event.recordedAt],
  });
  await web.db.pool("admin").query({
    text: "insert into hooks.positions (part, pos) values ($1, $2) on conflict (part) do update set pos = excluded.pos",
    values: [made.part, made.positions[1]],
  });
  const put = { tenantId, endpointId, shipmentId: made.id, messageId: event.id };
  const done = await queue.finished({ ...put, state: "delivered", attempts: 1 });
  const attempt = { tenantId, endpointId, number: 1 };
  await queue.attempt({ ...attempt, deliveryId: done.id, outcome: "delivered", status: 200 });
  const open = await queue.open({
    ...put,
    kind: "replay",
    attempts: 1,
    dueAt: "now() + interval '30 s'",
  });
  await queue.attempt({ ...attempt, deliveryId: open.id, outcome: "failed", status: 503 });

  const { items } = await traceOf(made.id);
  expect(items[0]?.announced).toMatchObject({ state: "done", exact: true });
  expect(items[1]?.announced).toMatchObject({ state: "done", at: null });
  expect(items[1]?.deliveries).toEqual([]);
  const deliveries = new Map(items[0]?.deliveries.map((one) => [one.id, one]));
  expect(deliveries.size).toBe(2);
  expect(deliveries.get(done.id)).toMatchObject({
    state: "delivered",
    waiting: null,
    endpoint: { id: endpointId, ...target },
    attempts: [{ number: 1, status: 200, outcome: "delivered", ms: 40 }],
  });
  expect(deliveries.get(open.id)).toMatchObject({
    state: "waiting",
    kind: "replay",
    waiting: { code: "retry", until: expect.any(String) },
    attempts: [{ status: 503, outcome: "failed" }],
  });
});

test("tells of Kafka only where a relay publishes to it", async () => {
  const made = await shipmentWithScan();
  expect((await traceOf(made.id)).items[0]?.relayed).toBeNull();
  const db = web.db.pool("admin");
  await db.query({
    text: "insert into write.log_members (consumer, member_id, seen_at) values ('relay', gen_random_uuid(), now())",
  });
  await db.query({
    text: `
      insert into write.relay_positions (part, pos, topic, log_id, published_at)
      select $1, $2, 'shipment-events', log_identity.id, now() from write.log_identity
      on conflict (part) do update set pos = excluded.pos`,
    values: [made.part, made.positions[0]],
  });
  const { items } = await traceOf(made.id);
  expect(items.map(({ relayed }) => relayed)).toMatchObject([
    { state: "waiting" },
    { state: "done", exact: true },
  ]);
  await db.query({ text: "delete from write.log_members" });
});

test("goes on where a page of 50 ended, each event once", async () => {
  const { id } = await shipmentWithScan();
  for (let n = 0; n < 60; n += 1) {
    await dispatcher.call(`PATCH /api/shipments/${id}`, { carrierName: `Carrier ${String(n)}` });
  }
  const first = await traceOf(id);
  expect(first.items).toHaveLength(50);
  const second = await traceOf(id, `?cursor=${first.nextCursor ?? ""}`);
  expect(second.nextCursor).toBeNull();
  const versions = [...first.items, ...second.items].map(({ version }) => version);
  expect(versions).toEqual(Array.from({ length: 62 }, (_, index) => 62 - index));
});

test.each(["x", "WyJzaGlwbWVudHMiLDFd", "a&cursor=b"])("refuses the cursor %s", async (cursor) => {
  const { id } = await shipmentWithScan();
  const answer = await dispatcher.call(`GET /api/shipments/${id}/trace?cursor=${cursor}`);
  expect(answer.status).toBe(400);
});

test("is a 404 for another company, whose shipment it is not", async () => {
  const { id } = await shipmentWithScan();
  const stranger = await (await web.company("Other")).as("admin");
  const answer = await stranger.call(`GET /api/shipments/${id}/trace`);
  expect([answer.status, answer.body]).toEqual([404, { error: "Not found" }]);
});
