import { z } from "zod";
import { auditLine } from "./audit.ts";
import {
  count,
  id,
  instant,
  pageOf,
  position,
  shipmentMode,
  shipmentStatus,
  trackingEventType,
  version,
} from "./parts.ts";

const number = z.string().meta({
  description: "Unique in the company.",
  examples: ["SHP-000042"],
});
const pickupScheduledAt = instant.nullable().describe("Appointment at the origin.");
const deliveryScheduledAt = instant.nullable().describe("Appointment at the destination.");
const late = z
  .boolean()
  .describe("Scheduled to be delivered by now, and not delivered, returned or cancelled.");

const place = z
  .strictObject({
    city: z.string(),
    countryCode: z.string().nullable().describe("ISO 3166-1 alpha-2."),
    addressLine1: z.string().nullable(),
    postalCode: z.string().nullable(),
    timeZone: z
      .string()
      .nullable()
      .meta({ description: "IANA zone.", examples: ["Europe/Zurich"] }),
  })
  .meta({ id: "Place" });

const reference = z
  .strictObject({ type: z.string(), value: z.string() })
  .meta({ id: "ShipmentReference", examples: [{ type: "PO", value: "4500017391" }] });

export const lastEvent = z
  .strictObject({
    eventType: trackingEventType,
    status: shipmentStatus.describe("As of this event."),
    city: z.string(),
    eventAt: instant.describe("When it happened; it may have been reported later."),
  })
  .meta({ id: "LastEvent" });

export const boardLine = z
  .strictObject({
    id,
    shipmentNumber: number,
    status: shipmentStatus,
    mode: shipmentMode,
    customerId: id.nullable(),
    customerName: z.string().nullable(),
    carrierName: z.string().nullable(),
    originCity: z.string().nullable(),
    destCity: z.string().nullable(),
    pickupScheduledAt,
    deliveryScheduledAt,
    lastEvent: lastEvent.nullable().describe("The newest by `eventAt` that is not voided."),
    late,
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "BoardLine" });

export const shipmentCounts = z
  .strictObject({
    late: count.describe("As the parameter `late` of the list."),
    exception: count.describe("In the status exception, customs_hold or attempt_failed."),
    today: count.describe("With a pickup or delivery scheduled in the span asked for."),
    all: count,
    cap: count.describe("No count goes beyond it: as much as this means this or more."),
  })
  .meta({ id: "ShipmentCounts" });

export const shipmentPage = pageOf(boardLine).meta({ id: "ShipmentPage" });

const details = {
  id,
  shipmentNumber: number,
  status: shipmentStatus,
  version,
  mode: shipmentMode,
  customerId: id.nullable(),
  carrierName: z.string().nullable(),
  references: z.array(reference),
  origin: place.nullable(),
  destination: place.nullable(),
  pickupScheduledAt,
  deliveryScheduledAt,
  internalNotes: z.string().nullable().describe("Never shown to recipients."),
  createdAt: instant,
};

/** As reads show it. */
export const shipment = z
  .strictObject({
    ...details,
    customerName: z.string().nullable(),
    shared: z.boolean().describe("There is a tracking link."),
    updatedAt: instant,
  })
  .meta({ id: "Shipment" });

/** As commands answer it. */
export const writtenShipment = z.strictObject(details).meta({ id: "WrittenShipment" });

export const timelineEntry = z
  .strictObject({
    id,
    kind: z
      .enum(["scan", "return_started"])
      .describe("`return_started`: the entry that a started return shows."),
    eventType: trackingEventType,
    status: shipmentStatus
      .nullable()
      .describe("The shipment's status as of this entry; null: it is voided."),
    city: z.string(),
    eventAt: instant.describe("When it happened."),
    description: z.string().nullable().describe("Public: recipients read it."),
    internalNote: z.string().nullable(),
    externalId: z.string().nullable().describe("The id that the feed gave it."),
    recordedAt: instant.describe("When it was reported."),
    voidedAt: instant.nullable(),
    voidReason: z.string().nullable(),
  })
  .meta({ id: "TimelineEntry" });

export const wholeShipment = z
  .strictObject({
    shipment,
    events: z.array(timelineEntry).describe("Newest first, voided ones included."),
    auditTrail: z.array(auditLine).describe("The newest 100 lines."),
  })
  .meta({ id: "WholeShipment" });

export const shipmentAnswer = z
  .strictObject({ shipment: writtenShipment })
  .meta({ id: "ShipmentAnswer" });

/** What a command did to the current status. */
export const statusChange = z.strictObject({
  status: shipmentStatus.describe("After the command."),
  previousStatus: shipmentStatus.nullable().describe("Before it."),
  statusChanged: z.boolean(),
  version,
});

export const transition = z
  .strictObject({
    shipment: writtenShipment,
    entryId: id
      .nullable()
      .describe(
        "The entry that a started return has in the timeline: voiding it takes the return back.",
      ),
    ...statusChange.shape,
  })
  .meta({ id: "TransitionAnswer" });

export const recordedEvent = z
  .strictObject({
    id,
    eventType: trackingEventType,
    status: shipmentStatus.describe("As of this event."),
    city: z.string(),
    eventAt: instant,
    description: z.string().nullable(),
  })
  .meta({ id: "RecordedEvent" });

export const recording = z
  .strictObject({ event: recordedEvent, ...statusChange.shape })
  .meta({ id: "RecordingAnswer" });

export const voiding = z
  .strictObject({ eventId: id, replacement: recordedEvent.nullable(), ...statusChange.shape })
  .meta({ id: "VoidingAnswer" });

export const trackingLink = z
  .strictObject({ trackingToken: z.string(), trackingUrl: z.url() })
  .meta({ id: "TrackingLink" });

const bulkDone = z
  .strictObject({
    shipmentId: id,
    outcome: z.enum(["recorded", "repeat"]),
    event: recordedEvent.nullable(),
    ...statusChange.shape,
    position,
  })
  .meta({ id: "BulkDone" });

const bulkRejected = z
  .strictObject({
    shipmentId: id,
    outcome: z.literal("rejected"),
    statusCode: z.int().describe("The status that it would have had by itself."),
    error: z.string(),
  })
  .meta({ id: "BulkRejected" });

export const bulkResult = z
  .discriminatedUnion("outcome", [bulkDone, bulkRejected])
  .meta({ id: "BulkResult" });

export const bulkAnswer = z
  .strictObject({ results: z.array(bulkResult) })
  .meta({ id: "BulkAnswer" });

const bulkVoidDone = z
  .strictObject({
    shipmentId: id,
    eventId: id,
    outcome: z.enum(["voided", "repeat"]),
    ...statusChange.shape,
    position,
  })
  .meta({ id: "BulkVoidDone" });

const bulkVoidRejected = z
  .strictObject({ ...bulkRejected.shape, eventId: id })
  .meta({ id: "BulkVoidRejected" });

export const bulkVoidAnswer = z
  .strictObject({
    results: z.array(
      z
        .discriminatedUnion("outcome", [bulkVoidDone, bulkVoidRejected])
        .meta({ id: "BulkVoidResult" }),
    ),
  })
  .meta({ id: "BulkVoidAnswer" });
