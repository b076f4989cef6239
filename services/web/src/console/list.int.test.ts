import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Board, startBoard } from "./fixtures/board.ts";

let board: Board;

beforeAll(async () => {
  board = await startBoard();
});
afterAll(async () => {
  await board.web.close();
});

const list: Board["list"] = (query, as) => board.list(query, as);
const create: Board["create"] = (body) => board.create(body);
const numbers: Board["numbers"] = (query) => board.numbers(query);

const place = (city: string) => ({ city });
const due = "2026-01-01T00:00:00.000Z";
const farOff = "2999-01-01T00:00:00.000Z";

describe("a line of the board", () => {
  test("has what a dispatcher needs", async () => {
    const customerId = "10000000-0000-4000-8000-000000000001";
    await board.insertCustomer(customerId, "Käserei Oberland AG");
    const id = await create({
      shipmentNumber: "LINE-1",
      mode: "rail",
      customerId,
      carrierName: "SBB Cargo",
      origin: place("Thun"),
      destination: place("Genève"),
      pickupScheduledAt: due,
      deliveryScheduledAt: due,
    });
    const event = { city: "Spiez", eventAt: "2026-01-02T00:00:00Z" };
    await board.client.call(`POST /api/shipments/${id}/events`, { ...event, eventType: "pickup" });
    const answer = await list({ q: "LINE-1" });
    expect(answer.body).toEqual({
      items: [
        {
          id,
          shipmentNumber: "LINE-1",
          status: "picked_up",
          mode: "rail",
          customerId,
          customerName: "Käserei Oberland AG",
          carrierName: "SBB Cargo",
          originCity: "Thun",
          destCity: "Genève",
          pickupScheduledAt: due,
          deliveryScheduledAt: due,
          lastEvent: {
            eventType: "pickup",
            status: "picked_up",
            city: "Spiez",
            eventAt: "2026-01-02T00:00:00.000Z",
          },
          late: true,
          version: 2,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ],
      nextCursor: null,
    });
    expect(await numbers({ q: "oberl kase" })).toEqual(["LINE-1"]);
    expect(await numbers({ customerId: customerId.toUpperCase() })).toEqual(["LINE-1"]);
    expect(await numbers({ mode: "rail" })).toEqual(["LINE-1"]);
  });

  test("of a shipment that nothing is known of has nulls", async () => {
    await create({ shipmentNumber: "BARE-1" });
    const [item] = (await list({ q: "BARE-1" })).body.items;
    expect(item).toMatchObject({
      customerName: null,
      originCity: null,
      lastEvent: null,
      late: false,
    });
  });
});

describe("searching", () => {
  beforeAll(async () => {
    await create({
      shipmentNumber: "SRCH-000123",
      origin: place("Zürich"),
      carrierName: "Planzer",
    });
    await create({
      shipmentNumber: "SRCH-000124",
      destination: place("ZURICH"),
      references: [{ type: "po", value: "PO-É77/b" }],
    });
    await create({
      shipmentNumber: "SRCH-000125",
      origin: place("Łódź"),
      carrierName: "Gebrüder Weiß",
    });
  });

  test.each([
    ["the beginning of a city, without its accent", "zuri", ["SRCH-000124", "SRCH-000123"]],
    ["a city in the other normal form", "zu\u0308rich", ["SRCH-000124", "SRCH-000123"]],
    ["a letter that no normalisation takes apart", "LODZ", ["SRCH-000125"]],
    ["a carrier", "weiss", ["SRCH-000125"]],
    ["two words of different fields", "planz zurich", ["SRCH-000123"]],
    ["two words that no shipment has together", "planz lodz", []],
    ["a whole number in another case", "srch-000123", ["SRCH-000123"]],
    ["the beginning of a number", "srch-00012", ["SRCH-000125", "SRCH-000124", "SRCH-000123"]],
    ["a number without its zeros", "125", ["SRCH-000125"]],
    ["a reference", "po-e77/B", ["SRCH-000124"]],
    ["a piece of a reference", "e77", ["SRCH-000124"]],
    ["the middle of a word", "urich", []],
    ["nothing but signs", "!", []],
    ["a quote and a backslash", "zur' \\", ["SRCH-000124", "SRCH-000123"]],
    ["what a query language might take for its own", "zurich | planzer & !x :*", []],
    ["another alphabet", "Цюрих", []],
  ])("by %s", async (_name, q, found) => {
    expect(await numbers({ q })).toEqual(found);
  });

  test.each([
    ["spaces", "SRCH-000125 SRCH-000123"],
    ["commas and no spaces", "SRCH-000125,srch-000123"],
    ["semicolons", "SRCH-000125; SRCH-000123;"],
    ["lines", "SRCH-000125\r\nNONE-1\nSRCH-000123\n"],
  ])("numbers pasted with %s come in their order", async (_name, q) => {
    expect(await numbers({ q })).toEqual(["SRCH-000125", "SRCH-000123"]);
  });

  test("50 pasted numbers are found, references among them; 51 are refused", async () => {
    const unknown = Array.from({ length: 47 }, (_, index) => `UNKNOWN-${String(index)}`);
    const pasted = ["PO-É77/b", ...unknown, "SRCH-000125", "SRCH-000123"];
    expect(await numbers({ q: pasted.join("\n") })).toEqual([
      "SRCH-000124",
      "SRCH-000125",
      "SRCH-000123",
    ]);
    const answer = await list({ q: [...pasted, "X-1"].join("\n") });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: "q: must be at most 50 numbers." },
    ]);
  });

  test("goes with the other filters", async () => {
    expect(await numbers({ q: "zurich", status: "draft", mode: "ftl" })).toHaveLength(2);
    expect(await numbers({ q: "zurich", status: "delivered" })).toEqual([]);
    expect(await numbers({ q: "zurich", mode: "air" })).toEqual([]);
    expect(await numbers({ q: "SRCH-000123", status: "delivered" })).toEqual([]);
    expect(await numbers({ q: "SRCH-000123", mode: "air" })).toEqual([]);
  });

  test("finds changed details at once and the former ones no more", async () => {
    const id = await create({ shipmentNumber: "CHG-1", carrierName: "Quux Lines" });
    await board.client.call(`PATCH /api/shipments/${id}`, {
      carrierName: "Corge Lines",
      shipmentNumber: "CHG-2",
    });
    expect(await numbers({ q: "quux" })).toEqual([]);
    expect(await numbers({ q: "corge" })).toEqual(["CHG-2"]);
    expect(await numbers({ q: "CHG-1" })).toEqual([]);
  });

  test("finds nothing of another company", async () => {
    const other = await (await board.web.company("Other")).as("viewer");
    for (const q of ["zurich", "SRCH-000123", "SRCH-000123\nSRCH-000124", ""]) {
      expect((await list({ q }, other)).body).toEqual({ items: [], nextCursor: null });
    }
  });
});

describe("late", () => {
  test("is what is overdue and under way, and nothing that is final", async () => {
    const schedule = { carrierName: "Latecomer", pickupScheduledAt: due };
    await create({ ...schedule, shipmentNumber: "LATE-1", deliveryScheduledAt: due });
    await create({ ...schedule, shipmentNumber: "LATE-2", deliveryScheduledAt: farOff });
    await create({ ...schedule, shipmentNumber: "LATE-3" });
    const arrived = await create({
      ...schedule,
      shipmentNumber: "LATE-4",
      deliveryScheduledAt: due,
    });
    const event = { eventType: "delivered", city: "Bern", eventAt: "2026-02-01T00:00:00Z" };
    await board.client.call(`POST /api/shipments/${arrived}/events`, event);
    expect(await numbers({ q: "latecomer", late: "true" })).toEqual(["LATE-1"]);
    expect(await numbers({ q: "latecomer", late: "false" })).toEqual([
      "LATE-4",
      "LATE-3",
      "LATE-2",
    ]);
    expect(await numbers({ late: "true", status: "pickup_scheduled" })).toContain("LATE-1");
    expect(await numbers({ late: "true", status: "delivered" })).toEqual([]);
  });
});
