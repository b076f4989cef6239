import type { ShipmentEvent } from "@shipment-tracking/domain";
import { z } from "zod";
import {
  instant,
  nonBlankText,
  sha256Hex,
  shipmentId,
  shipmentMode,
  shipmentStatus,
  text,
  trackingEventId,
  trackingEventType,
} from "./fields.ts";
import { requireSameShape } from "./same-shape.ts";

const place = z.strictObject({
  city: nonBlankText,
  countryCode: text.nullable(),
  addressLine1: text.nullable(),
  postalCode: text.nullable(),
  timeZone: text.nullable(),
});

const details = z.strictObject({
  shipmentNumber: nonBlankText,
  mode: shipmentMode,
  customerId: text.nullable(),
  carrierName: text.nullable(),
  references: z.array(z.strictObject({ type: text, value: text })),
  origin: place.nullable(),
  destination: place.nullable(),
  pickupScheduledAt: instant.nullable(),
  deliveryScheduledAt: instant.nullable(),
  internalNotes: text.nullable(),
});

const timelineEntry = z.strictObject({
  eventId: trackingEventId,
  eventType: trackingEventType,
  status: shipmentStatus,
  city: nonBlankText,
  eventAt: instant,
  description: text.nullable(),
  internalNote: text.nullable(),
  externalId: text.nullable(),
});

const statusChange = {
  status: shipmentStatus,
  previousStatus: shipmentStatus.nullable(),
  statusChanged: z.boolean(),
  restated: z.array(z.strictObject({ eventId: trackingEventId, status: shipmentStatus })),
};

/** Payloads of the shipment events, version 1; each with the `type` it travels under. */
export const shipmentEventSchemas = {
  "shipment.created": z.strictObject({
    type: z.literal("shipment.created"),
    shipmentId,
    createdAt: instant,
    details,
    ...statusChange,
  }),
  "shipment.details_changed": z.strictObject({
    type: z.literal("shipment.details_changed"),
    details,
    changedFields: z.array(details.keyof()),
    ...statusChange,
  }),
  "shipment.tracking_event_recorded": z.strictObject({
    type: z.literal("shipment.tracking_event_recorded"),
    entry: timelineEntry,
    ...statusChange,
  }),
  "shipment.tracking_event_voided": z.strictObject({
    type: z.literal("shipment.tracking_event_voided"),
    eventId: trackingEventId,
    reason: text,
    replacement: timelineEntry.nullable(),
    ...statusChange,
  }),
  "shipment.return_started": z.strictObject({
    type: z.literal("shipment.return_started"),
    entry: timelineEntry,
    reason: text.nullable(),
    ...statusChange,
  }),
  "shipment.cancelled": z.strictObject({
    type: z.literal("shipment.cancelled"),
    reason: text.nullable(),
    ...statusChange,
  }),
  "shipment.reopened": z.strictObject({
    type: z.literal("shipment.reopened"),
    reason: text.nullable(),
    ...statusChange,
  }),
  "shipment.shared": z.strictObject({
    type: z.literal("shipment.shared"),
    tokenHash: sha256Hex,
    ...statusChange,
  }),
} as const;

type Decoded = z.infer<(typeof shipmentEventSchemas)[keyof typeof shipmentEventSchemas]>;

requireSameShape<Decoded, ShipmentEvent>(true);
