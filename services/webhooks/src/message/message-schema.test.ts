import { randomUUID } from "node:crypto";
import { shipmentStatusChangedSchema, webhookTestSchema } from "@shipment-tracking/contracts";
import type { Instant, ShipmentEvent } from "@shipment-tracking/domain";
import { testBody } from "@shipment-tracking/webhooks";
import { expect, test } from "vitest";
import { buildMessage } from "./build-message.ts";

const at = "2026-03-01T10:00:00.000Z" as Instant; // written as an instant
const shipment = {
  shipmentNumber: "N-1",
  mode: "parcel",
  originCity: null,
  destCity: "東京",
  pickupScheduledAt: at,
  deliveryScheduledAt: null,
} as const;
const change = {
  status: "in_transit",
  previousStatus: "picked_up",
  statusChanged: true,
  restated: [],
};
const entry = {
  eventId: randomUUID(),
  eventType: "in_transit",
  status: "in_transit",
  city: "Bern",
  eventAt: at,
  description: "At the gate",
  internalNote: "Ring twice",
  externalId: "scan-1",
};

test.each([
  { type: "shipment.tracking_event_recorded", entry, ...change },
  {
    type: "shipment.tracking_event_voided",
    eventId: randomUUID(),
    reason: "x",
    replacement: null,
    ...change,
  },
  { type: "shipment.cancelled", reason: null, ...change },
])("a message of $type is as the published schema says", (event) => {
  const body = buildMessage({
    record: { streamId: randomUUID(), version: 2, recordedAt: at },
    // the ids of the entries are of branded types
    event: event as unknown as ShipmentEvent,
    shipment,
  });
  expect(shipmentStatusChangedSchema.safeParse(JSON.parse(String(body))).error).toBeUndefined();
});

test("so is a test message", () => {
  const body = testBody({ endpointId: randomUUID(), at });
  expect(webhookTestSchema.safeParse(JSON.parse(body.toString())).error).toBeUndefined();
});
