import { z } from "zod";
import { shipmentMode, shipmentStatus, trackingEventType } from "./fields.ts";

/** `YYYY-MM-DDTHH:mm:ss.sssZ` */
const timestamp = z.iso.datetime({ precision: 3 });

/** Specification 2.2; the order of the fields is the order in the answer. */
export const trackingEventSchema = z.strictObject({
  eventType: trackingEventType,
  status: shipmentStatus,
  city: z.string(),
  eventAt: timestamp,
});

/** Specification 2.3: the public form adds the note that a dispatcher or driver may attach. */
export const publicTrackingEventSchema = z.strictObject({
  ...trackingEventSchema.shape,
  description: z.string().nullable(),
});

/** Specification 2.1: one element of the list. */
export const shipmentItemSchema = z.strictObject({
  id: z.guid(),
  shipmentNumber: z.string(),
  status: shipmentStatus,
  mode: shipmentMode,
  originCity: z.string().nullable(),
  destCity: z.string().nullable(),
  pickupScheduledAt: timestamp.nullable(),
  deliveryScheduledAt: timestamp.nullable(),
  createdAt: timestamp,
});

/** Specification 4.2: the item and its timeline, newest event first. */
export const shipmentDetailSchema = z.strictObject({
  ...shipmentItemSchema.shape,
  tracking: z.array(trackingEventSchema),
});

/** Specification 2.4: the public view and nothing else. */
export const publicTrackingSchema = z.strictObject({
  shipmentNumber: z.string(),
  status: shipmentStatus,
  mode: shipmentMode,
  originCity: z.string().nullable(),
  destCity: z.string().nullable(),
  pickupScheduledAt: timestamp.nullable(),
  deliveryScheduledAt: timestamp.nullable(),
  events: z.array(publicTrackingEventSchema),
});

/** Specification 7: every error answer. */
export const errorSchema = z.strictObject({ error: z.string().min(1) });

export type ShipmentItem = z.infer<typeof shipmentItemSchema>;
export type ShipmentDetail = z.infer<typeof shipmentDetailSchema>;
export type TrackingEventItem = z.infer<typeof trackingEventSchema>;
export type PublicTracking = z.infer<typeof publicTrackingSchema>;
export type PublicTrackingEvent = z.infer<typeof publicTrackingEventSchema>;
