import type {
  Instant,
  ShipmentDetails,
  ShipmentEvent,
  ShipmentId,
  TimelineEntry,
  TrackingEventId,
} from "@shipment-tracking/domain";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildMessage, messageMaxBytes } from "./build-message.ts";
import { knownShipmentAfter } from "./known-shipment.ts";

const shipmentId = "0190b6a0-0000-7000-8000-000000000001" as ShipmentId;
const eventId = "0190b6a0-0000-7000-8000-000000000002" as TrackingEventId;
const at = "2026-05-04T10:00:00.000Z" as Instant;
const record = { streamId: shipmentId, version: 7, recordedAt: "2026-05-04T10:00:01.000Z" };

const details: ShipmentDetails = {
  shipmentNumber: "S-1",
  mode: "ltl",
  customerId: "SECRET customer",
  carrierName: "SECRET carrier",
  references: [{ type: "po", value: "SECRET reference" }],
  origin: place("Zürich"),
  destination: place("Wien"),
  pickupScheduledAt: at,
  deliveryScheduledAt: null,
  internalNotes: "SECRET notes",
};

function place(city: string) {
  return {
    city,
    countryCode: "CH",
    addressLine1: "SECRET street",
    postalCode: "SECRET code",
    timeZone: null,
  };
}

const entry: TimelineEntry = {
  eventId,
  eventType: "departure",
  status: "in_transit",
  city: "Zürich",
  eventAt: at,
  description: "SECRET description",
  internalNote: "SECRET note",
  externalId: "SECRET external",
};

const change = {
  status: "in_transit",
  previousStatus: "picked_up",
  statusChanged: true,
  restated: [],
} as const;
const unchanged = { ...change, previousStatus: "in_transit", statusChanged: false } as const;
const created: ShipmentEvent = {
  type: "shipment.created",
  shipmentId,
  createdAt: at,
  details,
  status: "pickup_scheduled",
  previousStatus: null,
  statusChanged: false,
  restated: [],
};
const recorded = { type: "shipment.tracking_event_recorded", entry, ...change } as const;

function build(event: ShipmentEvent) {
  const shipment = knownShipmentAfter(knownShipmentAfter(null, created), event);
  if (shipment === null) throw new Error("the creation was seen");
  return buildMessage({ record, event, shipment });
}

const parsed = (event: ShipmentEvent) => JSON.parse(build(event)?.toString() ?? "null");

test("a recorded event gives exactly these bytes", () => {
  expect(build(recorded)?.toString()).toBe(
    '{"type":"shipment.status_changed","timestamp":"2026-05-04T10:00:01.000Z","data":{' +
      `"shipmentId":"${shipmentId}","shipmentNumber":"S-1","mode":"ltl",` +
      '"status":"in_transit","previousStatus":"picked_up","sequence":7,' +
      '"originCity":"Zürich","destCity":"Wien",' +
      '"pickupScheduledAt":"2026-05-04T10:00:00.000Z","deliveryScheduledAt":null,' +
      '"event":{"eventType":"departure","status":"in_transit","city":"Zürich",' +
      '"eventAt":"2026-05-04T10:00:00.000Z"},"reason":"event",' +
      `"url":"/api/v1/shipments/${shipmentId}"}}`,
  );
});

const voided = { type: "shipment.tracking_event_voided", eventId, reason: "SECRET" } as const;
const announced: [string, ShipmentEvent, string, boolean][] = [
  ["a recorded event", recorded, "event", true],
  ["a voided event", { ...voided, replacement: null, ...change }, "correction", false],
  ["a replaced event", { ...voided, replacement: entry, ...change }, "correction", true],
  [
    "a started return",
    { type: "shipment.return_started", entry, reason: "SECRET", ...change },
    "command",
    true,
  ],
  ["a cancellation", { type: "shipment.cancelled", reason: "SECRET", ...change }, "command", false],
  ["a reopening", { type: "shipment.reopened", reason: "SECRET", ...change }, "command", false],
  [
    "a changed schedule",
    {
      type: "shipment.details_changed",
      details,
      changedFields: ["pickupScheduledAt"],
      ...change,
    },
    "command",
    false,
  ],
];

describe("a change of the status", () => {
  test.each(announced)("by %s says why, and shows its entry", (_by, event, reason, hasEntry) => {
    const { data } = parsed(event);
    expect(data).toMatchObject({ reason, status: "in_transit", previousStatus: "picked_up" });
    expect(data.event === null).toBe(!hasEntry);
  });

  test.each(announced)("by %s shows nothing private", (_by, event) => {
    expect(build(event)?.toString()).not.toContain("SECRET");
  });

  test.each(announced)("is none when %s leaves the status: nothing is sent", (_by, event) => {
    expect(build({ ...event, ...unchanged })).toBeNull();
  });
});

test("the creation and a share send nothing", () => {
  expect(build(created)).toBeNull();
  const shared = { type: "shipment.shared", tokenHash: "0".repeat(64) } as const;
  expect(build({ ...shared, ...unchanged })).toBeNull();
});

test("a message shows the details as of its own event", () => {
  const moved = { ...details, destination: null, shipmentNumber: "S-2" };
  const event: ShipmentEvent = {
    type: "shipment.details_changed",
    details: moved,
    changedFields: ["destination", "shipmentNumber"],
    ...change,
  };
  expect(parsed(event).data).toMatchObject({ shipmentNumber: "S-2", destCity: null });
});

test("nothing is known of a shipment whose creation was not seen", () => {
  expect(knownShipmentAfter(null, recorded)).toBeNull();
});

test("whatever the texts, a message is JSON of at most 4 KB, and whole unless it is long", () => {
  const text = fc.string({ unit: "binary", minLength: 1, maxLength: 2000 });
  fc.assert(
    fc.property(text, text, text, (number, origin, city) => {
      const known = {
        shipmentNumber: number,
        mode: "air",
        originCity: origin,
        destCity: origin,
        pickupScheduledAt: at,
        deliveryScheduledAt: at,
      } as const;
      const event = { ...recorded, entry: { ...entry, city } };
      const bytes = buildMessage({ record, event, shipment: known }) ?? Buffer.alloc(0);
      expect(bytes.length).toBeLessThanOrEqual(messageMaxBytes);
      const { data } = JSON.parse(bytes.toString());
      const textBytes = Buffer.byteLength(JSON.stringify([number, origin, origin, city]));
      if (textBytes < 3000) expect([data.shipmentNumber, data.event.city]).toEqual([number, city]);
    }),
  );
});

test("names of the greatest length in the widest script fit whole", () => {
  const wide = "𠮷".repeat(200);
  const event = { ...recorded, entry: { ...entry, city: wide } };
  const shipment = knownShipmentAfter(null, {
    ...created,
    details: {
      ...details,
      shipmentNumber: "𠮷".repeat(64),
      origin: place(wide),
      destination: place(wide),
      deliveryScheduledAt: at,
    },
  });
  if (shipment === null) throw new Error("the creation was seen");
  const bytes = buildMessage({ record, event, shipment });
  expect(bytes?.length).toBeLessThanOrEqual(messageMaxBytes);
  expect(bytes?.toString()).not.toContain("…");
});
