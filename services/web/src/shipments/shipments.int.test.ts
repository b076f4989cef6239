import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";

let web: WebFixture;
let company: Company;
let client: Client;
beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
  client = await company.as("dispatcher");
});
afterAll(async () => {
  await web.close();
});

async function newShipment(body: object = {}): Promise<{ id: string; path: string }> {
  const answer = await client.call("POST /api/shipments", { mode: "parcel", ...body });
  expect(answer.status).toBe(201);
  const { id } = answer.body.shipment;
  return { id, path: `/api/shipments/${id}` };
}

const pickup = { eventType: "pickup", city: "Bern", eventAt: "2026-03-01T08:00:00Z" };

describe("creating", () => {
  test("answers 201 with the whole shipment, absent fields as null, and the position", async () => {
    const answer = await client.call("POST /api/shipments", {
      mode: "ltl",
      shipmentNumber: "A-1",
    });
    expect(answer.status).toBe(201);
    expect(answer.header("x-position")).toMatch(/^\d{1,2}\.\d+$/);
    expect(answer.body).toEqual({
      shipment: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        shipmentNumber: "A-1",
        status: "draft",
        version: 1,
        mode: "ltl",
        customerId: null,
        carrierName: null,
        references: [],
        origin: null,
        destination: null,
        pickupScheduledAt: null,
        deliveryScheduledAt: null,
        internalNotes: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
  });

  test("keeps every field, normalised", async () => {
    const answer = await client.call("POST /api/shipments", {
      mode: "air",
      carrierName: "  Cafe\u0301 Cargo ",
      references: [{ type: "PO", value: " 4711 " }],
      origin: {
        city: "Zu\u0308rich",
        countryCode: "ch",
        postalCode: "8001",
        timeZone: "Europe/Zurich",
      },
      destination: { city: "東京", addressLine1: "", countryCode: null },
      pickupScheduledAt: "2026-07-01T08:00",
      deliveryScheduledAt: "2026-07-03T17:00:00.123456+09:00",
      internalNotes: "line one\r\nline two\t",
    });
    expect(answer.body.shipment).toMatchObject({
      shipmentNumber: "SHP-000001",
      status: "pickup_scheduled",
      carrierName: "Café Cargo",
      references: [{ type: "PO", value: "4711" }],
      origin: {
        city: "Zürich",
        countryCode: "CH",
        addressLine1: null,
        postalCode: "8001",
        timeZone: "Europe/Zurich",
      },
      destination: {
        city: "東京",
        countryCode: null,
        addressLine1: null,
        postalCode: null,
        timeZone: null,
      },
      pickupScheduledAt: "2026-07-01T06:00:00.000Z",
      deliveryScheduledAt: "2026-07-03T08:00:00.123Z",
      internalNotes: "line one\nline two",
    });
  });

  test("refuses a number that the company has already", async () => {
    await newShipment({ shipmentNumber: "DUP-1" });
    const answer = await client.call("POST /api/shipments", {
      mode: "ftl",
      shipmentNumber: " DUP-1 ",
    });
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: "The shipment number DUP-1 is already used." },
    ]);
    expect(answer.header("x-position")).toBeUndefined();
  });

  test.each([
    [{}, "mode: is required."],
    [{ mode: "ship" }, "mode: must be one of ftl, ltl, parcel, air, ocean, rail, intermodal."],
    [{ mode: "ftl", colour: "red", size: 3 }, "colour, size: are not known fields."],
    [
      { mode: "ftl", origin: { city: "Bern", street: "x" } },
      "origin.street: is not a known field.",
    ],
    [{ mode: "ftl", origin: { city: " \u200b " } }, "origin.city: must not be blank."],
    [
      { mode: "ftl", origin: { city: "x".repeat(201) } },
      "origin.city: must be at most 200 characters long.",
    ],
    [{ mode: "ftl", origin: {} }, "origin.city: is required."],
    [{ mode: "ftl", origin: "Bern" }, "origin: must be an object."],
    [
      { mode: "ftl", origin: { city: "Bern", timeZone: "Mars/Olympus" } },
      "origin.timeZone: must be an IANA time zone such as Europe/Zurich.",
    ],
    [
      { mode: "ftl", origin: { city: "Bern", countryCode: "1x" } },
      "origin.countryCode: must be a two-letter country code such as CH.",
    ],
    [{ mode: "ftl", shipmentNumber: "" }, "shipmentNumber: must not be blank."],
    [
      { mode: "ftl", shipmentNumber: "x".repeat(65) },
      "shipmentNumber: must be at most 64 characters long.",
    ],
    [{ mode: "ftl", carrierName: "a\u0007b" }, "carrierName: must not contain control characters."],
    [{ mode: "ftl", customerId: "7" }, "customerId: must be a UUID."],
    [
      { mode: "ftl", references: Array.from({ length: 21 }, () => ({ type: "a", value: "b" })) },
      "references: must have at most 20 entries.",
    ],
    [
      { mode: "ftl", references: [{ type: "a", value: "b" }, { type: "a" }] },
      "references[1].value: is required.",
    ],
    [
      { mode: "ftl", internalNotes: "x".repeat(4_001) },
      "internalNotes: must be at most 4000 characters long.",
    ],
    [
      { mode: "ftl", toString: "x", constructor: "y" },
      "toString, constructor: are not known fields.",
    ],
  ])("refuses %j", async (body, error) => {
    const answer = await client.call("POST /api/shipments", body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });

  test("says what is wrong with a time", async () => {
    const answer = await client.call("POST /api/shipments", {
      mode: "ftl",
      pickupScheduledAt: "tomorrow",
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/^pickupScheduledAt: must be a time such as/);
    const local = await client.call("POST /api/shipments", {
      mode: "ftl",
      pickupScheduledAt: "2026-07-01T08:00",
    });
    expect(local.body.error).toMatch(/^pickupScheduledAt: has no offset/);
    const gap = await client.call("POST /api/shipments", {
      mode: "ftl",
      origin: { city: "Bern", timeZone: "Europe/Zurich" },
      pickupScheduledAt: "2026-03-29T02:30:00",
    });
    expect(gap.status).toBe(400);
    expect(gap.body.error).toMatch(/^pickupScheduledAt: .*03:00/);
  });
});

describe("changing details", () => {
  test("changes only what is given and answers the new version", async () => {
    const { path } = await newShipment({ carrierName: "One", origin: { city: "Bern" } });
    const answer = await client.call(`PATCH ${path}`, {
      carrierName: null,
      pickupScheduledAt: "2026-07-01T08:00:00Z",
    });
    expect(answer.status).toBe(200);
    expect(answer.body.shipment).toMatchObject({
      version: 2,
      status: "pickup_scheduled",
      carrierName: null,
      origin: { city: "Bern" },
    });
    const same = await client.call(`PATCH ${path}`, { carrierName: null });
    expect([same.status, same.body.shipment.version]).toEqual([200, 2]);
    expect(same.header("x-position")).toMatch(/^\d+\.\d+$/);
    expect((await client.call(`PATCH ${path}`)).status).toBe(200);
  });

  test("is refused with 409 when the version has moved on", async () => {
    const { path } = await newShipment();
    await client.call(`PATCH ${path}`, { carrierName: "One", version: 1 });
    const stale = await client.call(`PATCH ${path}`, { carrierName: "Two", version: 1 });
    expect([stale.status, stale.body]).toEqual([
      409,
      { error: "The shipment has changed: it is at version 2, not 1." },
    ]);
  });

  test.each([
    [{ version: 0 }, "version: must be at least 1."],
    [{ version: "1" }, "version: must be a number."],
    [{ version: 1.5 }, "version: must be a whole number."],
    [{ version: 1e300 }, "version: must be at most 9007199254740991."],
    [{ mode: null }, "mode: must be one of ftl, ltl, parcel, air, ocean, rail, intermodal."],
    [{ status: "delivered" }, "status: is not a known field."],
    [null, "body: must be an object."],
    [[], "body: must be an object."],
  ])("refuses %j", async (body, error) => {
    const { path } = await newShipment();
    const answer = await client.call(`PATCH ${path}`, JSON.stringify(body));
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});

describe("tracking events", () => {
  test("answer 201 with the event and what it did to the status", async () => {
    const { path } = await newShipment();
    const answer = await client.call(`POST ${path}/events`, {
      ...pickup,
      description: "at the dock",
    });
    expect(answer.status).toBe(201);
    expect(answer.header("x-position")).toMatch(/^\d+\.\d+$/);
    expect(answer.body).toEqual({
      event: {
        id: expect.any(String),
        eventType: "pickup",
        status: "picked_up",
        city: "Bern",
        eventAt: "2026-03-01T08:00:00.000Z",
        description: "at the dock",
      },
      status: "picked_up",
      previousStatus: "draft",
      statusChanged: true,
      version: 2,
    });
  });

  test("that repeat a fact answer 200 with the first one and publish nothing", async () => {
    const { path } = await newShipment();
    const first = await client.call(`POST ${path}/events`, {
      ...pickup,
      city: "ZÜRICH",
      externalId: "e-1",
    });
    const sameFact = await client.call(`POST ${path}/events`, {
      ...pickup,
      city: "Zu\u0308rich",
    });
    expect(sameFact.status).toBe(200);
    expect(sameFact.body).toEqual({
      event: first.body.event,
      status: "picked_up",
      previousStatus: "picked_up",
      statusChanged: false,
      version: 2,
    });
    const sameId = await client.call(`POST ${path}/events`, {
      ...pickup,
      eventType: "arrival",
      externalId: "e-1",
    });
    expect([sameId.status, sameId.body.event]).toEqual([200, first.body.event]);
    expect(sameId.header("x-position")).toMatch(/^\d+\.\d+$/);
  });

  test("may be local to a zone; late ones take their place in time", async () => {
    const { path } = await newShipment();
    await client.call(`POST ${path}/events`, { ...pickup, eventType: "delivered" });
    const late = await client.call(`POST ${path}/events`, {
      ...pickup,
      eventAt: "2026-02-28 10:00:00.9999",
      timeZone: "America/New_York",
    });
    expect(late.body).toMatchObject({
      event: { eventAt: "2026-02-28T15:00:00.999Z", status: "picked_up" },
      status: "delivered",
      statusChanged: false,
    });
  });

  test.each([
    [{ eventType: "lost" }, /^eventType: must be one of pickup, /],
    [{ city: " " }, /^city: must not be blank\.$/],
    [{ city: "a\u0000" }, /^city: must not contain control characters\.$/],
    [{ city: "\ud800" }, /^city: is not valid Unicode text\.$/],
    [{ eventAt: "2026-13-01T00:00:00Z" }, /^eventAt: /],
    [{ eventAt: 1_772_000_000 }, /^eventAt: must be text\.$/],
    [{ eventAt: "1969-12-31T23:59:59Z" }, /^eventAt: must lie in the years 1970 to 9999/],
    [
      { eventAt: "9998-01-01T00:00:00Z" },
      /^eventAt: The time of the event is more than 5 minutes in the future\.$/,
    ],
    [{ description: "😀".repeat(501) }, /^description: must be at most 500 characters long\.$/],
    [{ internalNote: "x".repeat(4_001) }, /^internalNote: must be at most 4000 characters long\.$/],
    [{ externalId: "x".repeat(201) }, /^externalId: must be at most 200 characters long\.$/],
    [
      { eventAt: "2026-03-01T08:00:00", timeZone: "Nowhere" },
      /^eventAt: is given with an unknown time zone/,
    ],
    [{ id: "x" }, /^id: is not a known field\.$/],
  ])("with %j are refused", async (change, error) => {
    const { path } = await newShipment();
    const answer = await client.call(`POST ${path}/events`, { ...pickup, ...change });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringMatching(error) });
  });

  test("accept 500 characters of description beyond the basic plane", async () => {
    const { path } = await newShipment();
    const answer = await client.call(`POST ${path}/events`, {
      ...pickup,
      description: "😀".repeat(500),
    });
    expect(answer.status).toBe(201);
  });

  test("can be voided once, with and without a replacement", async () => {
    const { path } = await newShipment();
    const event = (await client.call(`POST ${path}/events`, pickup)).body.event;
    const url = `${path}/events/${event.id.toUpperCase()}/void`;
    const answer = await client.call(`POST ${url}`, {
      reason: "wrong truck",
      replacement: { ...pickup, eventType: "arrival", city: "Thun" },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      eventId: event.id,
      replacement: {
        id: expect.any(String),
        eventType: "arrival",
        status: "draft",
        city: "Thun",
        eventAt: "2026-03-01T08:00:00.000Z",
        description: null,
      },
      status: "draft",
      previousStatus: "picked_up",
      statusChanged: true,
      version: 3,
    });
    const again = await client.call(`POST ${url}`, { reason: "again" });
    expect([again.status, again.body]).toEqual([
      409,
      { error: "The tracking event is voided already." },
    ]);
    const replaced = await client.call(`POST ${path}/events/${answer.body.replacement.id}/void`, {
      reason: "too",
    });
    expect([replaced.status, replaced.body.replacement]).toEqual([200, null]);
    for (const id of ["nonsense", "00000000-0000-4000-8000-000000000000"]) {
      const missing = await client.call(`POST ${path}/events/${id}/void`, { reason: "x" });
      expect([missing.status, missing.body]).toEqual([404, { error: "Not found" }]);
    }
    const bad = await client.call(`POST ${url}`, {
      reason: "x",
      replacement: { ...pickup, city: "" },
    });
    expect(bad.body).toEqual({ error: "replacement.city: must not be blank." });
  });
});

describe("return, cancel, reopen", () => {
  test.each([
    ["no body and no content type", undefined, {}],
    ["no body but a content type", "", { "content-type": "application/json" }],
    [
      "no body but a form's content type",
      "",
      { "content-type": "application/x-www-form-urlencoded", "content-length": "0" },
    ],
    ["an empty object", {}, {}],
    ["a reason", { reason: "customer called" }, {}],
  ])("work with %s", async (_name, body, headers) => {
    const { path } = await newShipment();
    const cancelled = await client.call(`POST ${path}/cancel`, body, headers);
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toMatchObject({
      status: "cancelled",
      previousStatus: "draft",
      statusChanged: true,
      shipment: { status: "cancelled", version: 2 },
    });
    const reopened = await client.call(`POST ${path}/reopen`, body, headers);
    expect(reopened.body).toMatchObject({
      status: "draft",
      shipment: { status: "draft", version: 3 },
    });
    await client.call(`POST ${path}/events`, pickup);
    const returned = await client.call(`POST ${path}/return`, body, headers);
    expect(returned.body).toMatchObject({ status: "returning", previousStatus: "picked_up" });
    expect(returned.header("x-position")).toMatch(/^\d+\.\d+$/);
  });

  test("are refused with 409 and a sentence where the domain says so", async () => {
    const { path } = await newShipment();
    const refusals = [];
    for (const action of ["return", "reopen"])
      refusals.push(await client.call(`POST ${path}/${action}`));
    await client.call(`POST ${path}/events`, pickup);
    refusals.push(await client.call(`POST ${path}/cancel`));
    for (const refusal of refusals) {
      expect(refusal.status).toBe(409);
      expect(refusal.body).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/) });
    }
  });
});

describe("reading one", () => {
  test("answers everything, voided events included, newest first", async () => {
    const { id, path } = await newShipment({ shipmentNumber: "READ-1", origin: { city: "Bern" } });
    const first = (
      await client.call(`POST ${path}/events`, {
        ...pickup,
        internalNote: "a\nb",
        externalId: "x",
      })
    ).body;
    await client.call(`POST ${path}/events/${first.event.id}/void`, { reason: "no" });
    await client.call(`POST ${path}/events`, {
      ...pickup,
      eventType: "departure",
      eventAt: "2026-03-02T08:00:00Z",
    });
    const answer = await client.call(`GET /api/shipments/${id.toUpperCase()}`);
    expect(answer.status).toBe(200);
    expect(answer.body.shipment).toMatchObject({
      id,
      shipmentNumber: "READ-1",
      status: "in_transit",
      version: 4,
      shared: false,
      origin: { city: "Bern" },
    });
    expect(answer.body.events).toEqual([
      {
        id: expect.any(String),
        kind: "scan",
        eventType: "departure",
        status: "in_transit",
        city: "Bern",
        eventAt: "2026-03-02T08:00:00.000Z",
        description: null,
        internalNote: null,
        externalId: null,
        recordedAt: expect.any(String),
        voidedAt: null,
        voidReason: null,
      },
      {
        id: first.event.id,
        kind: "scan",
        eventType: "pickup",
        status: null,
        city: "Bern",
        eventAt: "2026-03-01T08:00:00.000Z",
        description: null,
        internalNote: "a\nb",
        externalId: "x",
        recordedAt: expect.any(String),
        voidedAt: expect.any(String),
        voidReason: "no",
      },
    ]);
  });

  test.each(["nonsense", "00000000-0000-4000-8000-000000000000", "%00", "a".repeat(300)])(
    "of the id %s is a 404",
    async (id) => {
      const answer = await client.call(`GET /api/shipments/${id}`);
      expect([answer.status, answer.body]).toEqual([404, { error: "Not found" }]);
    },
  );
});

describe("bulk events", () => {
  test("answer a result per id in the order of the request, the good ones recorded", async () => {
    const [one, two, cancelled] = [await newShipment(), await newShipment(), await newShipment()];
    await client.call(`POST ${cancelled.path}/cancel`);
    await client.call(`POST ${two.path}/events`, pickup);
    const unknown = "00000000-0000-4000-8000-000000000000";
    const answer = await client.call("POST /api/shipments/bulk/events", {
      shipmentIds: [one.id, two.id, unknown, cancelled.id, one.id],
      ...pickup,
    });
    expect(answer.status).toBe(200);
    expect(answer.header("x-position")).toMatch(/^\d+\.\d+$/);
    expect(answer.body.results).toMatchObject([
      {
        shipmentId: one.id,
        outcome: "recorded",
        status: "picked_up",
        previousStatus: "draft",
        statusChanged: true,
        version: 2,
        event: { eventType: "pickup", status: "picked_up" },
        position: expect.stringMatching(/^\d+\.\d+$/),
      },
      {
        shipmentId: two.id,
        outcome: "repeat",
        status: "picked_up",
        statusChanged: false,
        version: 2,
        event: { city: "Bern" },
      },
      { shipmentId: unknown, outcome: "rejected", statusCode: 404, error: "Not found" },
      {
        shipmentId: cancelled.id,
        outcome: "rejected",
        statusCode: 409,
        error: expect.stringMatching(/cancelled/),
      },
      { shipmentId: one.id, outcome: "repeat", version: 2 },
    ]);
  });

  test.each([
    [[], "shipmentIds: must have at least 1 entries."],
    [
      Array(201).fill("00000000-0000-4000-8000-000000000000"),
      "shipmentIds: must have at most 200 entries.",
    ],
    [["nonsense"], "shipmentIds[0]: must be a UUID."],
  ])("refuse the list %j", async (shipmentIds, error) => {
    const answer = await client.call("POST /api/shipments/bulk/events", {
      shipmentIds,
      ...pickup,
    });
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});
