import { publicTrackingEventSchema, publicTrackingSchema } from "@shipment-tracking/contracts";
import { privateKinds } from "@shipment-tracking/domain";
import { z } from "zod";
import { count, shipmentStatus } from "./parts.ts";

const publicEvent = z.strictObject(publicTrackingEventSchema.shape).meta({
  id: "PublicTrackingEvent",
  description: "What recipients see of an entry.",
});

export const publicTracking = z
  .strictObject({
    ...publicTrackingSchema.shape,
    events: z.array(publicEvent).describe("Newest first."),
  })
  .meta({ id: "PublicTracking" });

const privacyWarning = z
  .strictObject({
    field: z.enum(["description", "city"]),
    kind: z.enum(privateKinds),
    start: count.describe("Offset in the field as `public` shows it, in UTF-16 units."),
    end: count.describe("Behind the last unit."),
    sentence: z.string(),
  })
  .meta({ id: "PrivacyWarning" });

export const eventPreview = z
  .strictObject({
    outcome: z.enum(["recorded", "repeat"]).describe("`repeat`: the same fact is there already."),
    status: shipmentStatus.describe("After it."),
    previousStatus: shipmentStatus.nullable(),
    statusChanged: z.boolean(),
    public: publicEvent,
    warnings: z
      .array(privacyWarning)
      .describe("What recipients should perhaps not read; it may be recorded all the same."),
  })
  .meta({ id: "EventPreview" });
