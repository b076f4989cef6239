import { z } from "zod";
import { shipmentMode, shipmentStatus, trackingEventType } from "./fields.ts";

/** `YYYY-MM-DDTHH:mm:ss.sssZ` */
const timestamp = z.iso.datetime({ precision: 3 });

const entry = z.strictObject({
  eventType: trackingEventType.describe("What was reported."),
  status: shipmentStatus.describe("The status that this entry stands for."),
  city: z.string(),
  eventAt: timestamp.describe("When it happened; it may have been reported later."),
});

/** The body of a webhook about a changed status (docs/webhooks.md). Every field is always there; what is not known is null. */
export const shipmentStatusChangedSchema = z
  .strictObject({
    type: z.literal("shipment.status_changed"),
    timestamp: timestamp.describe("When the change was recorded."),
    data: z.strictObject({
      shipmentId: z.guid(),
      shipmentNumber: z.string(),
      mode: shipmentMode,
      status: shipmentStatus.describe("The shipment's status after the change."),
      previousStatus: shipmentStatus.describe("Its status before the change."),
      sequence: z
        .int()
        .min(2)
        .describe(
          "Grows with every change of the shipment, with gaps. Drop a message whose sequence is not above the last one of its shipment.",
        ),
      originCity: z.string().nullable(),
      destCity: z.string().nullable(),
      pickupScheduledAt: timestamp.nullable(),
      deliveryScheduledAt: timestamp.nullable(),
      event: entry
        .nullable()
        .describe("The entry of the timeline that changed the status; null when none did."),
      reason: z
        .enum(["event", "command", "correction"])
        .describe(
          "event: something was reported. command: somebody changed the shipment. correction: an entry was taken back or replaced.",
        ),
      url: z.string().describe("Path of the shipment in the read API."),
    }),
  })
  .describe("The current status of a shipment changed.");

/** The body of a test message. */
export const webhookTestSchema = z
  .strictObject({
    type: z.literal("webhook.test"),
    timestamp: timestamp.describe("When the test was asked for."),
    data: z.strictObject({ endpointId: z.guid(), text: z.string() }),
  })
  .describe("Somebody sends a test from the console or by the API.");
