import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startFixture, type WebFixture } from "../fixtures/web-fixture.ts";
import { bulkVoidAnswer } from "../openapi/schemas/shipments.ts";

let web: WebFixture;
let dispatcher: Client;
let viewer: Client;

beforeAll(async () => {
  web = await startFixture();
  const company = await web.company();
  dispatcher = await company.as("dispatcher");
  viewer = await company.as("viewer");
});
afterAll(() => web.close());

const pickup = { eventType: "pickup", city: "Bern", eventAt: "2026-01-02T10:00:00Z" };

async function newShipments(count: number, client = dispatcher): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    ids.push((await client.call("POST /api/shipments", { mode: "parcel" })).body.shipment.id);
  }
  return ids;
}

const undo = (events: readonly object[], client = dispatcher, headers = {}) =>
  client.call("POST /api/shipments/bulk/void", { events, reason: "Undone" }, headers);

test("takes a bulk event back in one request, once however often it is asked", async () => {
  const shipmentIds = await newShipments(20);
  const bulk = await dispatcher.call("POST /api/shipments/bulk/events", { ...pickup, shipmentIds });
  const events = bulk.body.results.map((one: { shipmentId: string; event: { id: string } }) => ({
    shipmentId: one.shipmentId,
    eventId: one.event.id,
  }));
  const key = { "idempotency-key": randomUUID() };
  const first = await undo(events, dispatcher, key);
  expect(first.status, first.text).toBe(200);
  const { results } = bulkVoidAnswer.parse(first.body);
  expect(results).toHaveLength(20);
  expect(results[7]).toMatchObject({
    ...events[7],
    outcome: "voided",
    status: "draft",
    previousStatus: "picked_up",
    statusChanged: true,
  });
  expect((await undo(events, dispatcher, key)).body).toEqual(first.body);
  for (const id of shipmentIds) {
    const { shipment, events: entries } = (await dispatcher.call(`GET /api/shipments/${id}`)).body;
    expect(shipment.status).toBe("draft");
    expect(entries).toMatchObject([{ voidReason: "Undone" }]);
  }
});

test("one that cannot be voided keeps no other from it", async () => {
  const [own = ""] = await newShipments(1);
  const { id: eventId } = (await dispatcher.call(`POST /api/shipments/${own}/events`, pickup)).body
    .event;
  const stranger = await (await web.company("Other")).as("dispatcher");
  const [theirs = ""] = await newShipments(1, stranger);
  const theirEvent = (await stranger.call(`POST /api/shipments/${theirs}/events`, pickup)).body
    .event.id;
  const answer = await undo([
    { shipmentId: theirs, eventId: theirEvent },
    { shipmentId: own, eventId: theirEvent },
    { shipmentId: own, eventId },
  ]);
  expect(bulkVoidAnswer.parse(answer.body).results).toMatchObject([
    { outcome: "rejected", statusCode: 404, error: "Not found" },
    { outcome: "rejected", statusCode: 404 },
    { outcome: "voided" },
  ]);
  const kept = (await stranger.call(`GET /api/shipments/${theirs}`)).body.events;
  expect(kept).toMatchObject([{ voidedAt: null }]);
});

test("is for those who may write", async () => {
  const events = [{ shipmentId: randomUUID(), eventId: randomUUID() }];
  expect((await undo(events, viewer)).status).toBe(403);
  expect((await undo([])).status).toBe(400);
  expect((await undo(Array.from({ length: 201 }, () => events[0] ?? {}))).status).toBe(400);
});

test("a return is taken back by voiding the entry that it names", async () => {
  const [id = ""] = await newShipments(1);
  await dispatcher.call(`POST /api/shipments/${id}/events`, pickup);
  const returned = (await dispatcher.call(`POST /api/shipments/${id}/return`)).body;
  expect(returned).toMatchObject({ status: "returning", entryId: expect.any(String) });
  const path = `POST /api/shipments/${id}/events/${returned.entryId}/void`;
  expect((await dispatcher.call(path, { reason: "Undone" })).body.status).toBe("picked_up");
  const [other = ""] = await newShipments(1);
  expect((await dispatcher.call(`POST /api/shipments/${other}/cancel`)).body.entryId).toBeNull();
  expect((await dispatcher.call(`POST /api/shipments/${other}/reopen`)).body.status).toBe("draft");
});
