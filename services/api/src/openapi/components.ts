import {
  errorSchema,
  publicTrackingEventSchema,
  publicTrackingSchema,
  shipmentDetailSchema,
  shipmentItemSchema,
  trackingEventSchema,
} from "@shipment-tracking/contracts";
import {
  meaningsText,
  shipmentModeMeanings,
  shipmentStatusMeanings,
  trackingEventMeanings,
} from "@shipment-tracking/domain";
import { billingComponents } from "./billing-components.ts";
import { jsonSchemaOf, type JsonSchema } from "./json-schema.ts";
import { refTo } from "./ref-to.ts";

const { status, mode } = shipmentItemSchema.shape;
const { eventType } = trackingEventSchema.shape;
const shared = {
  status: refTo("ShipmentStatus"),
  mode: refTo("ShipmentMode"),
  eventType: refTo("TrackingEventType"),
  tracking: { type: "array", items: refTo("TrackingEvent") },
  events: { type: "array", items: refTo("PublicTrackingEvent") },
};

/** The answers' schemas, made from the same zod schemas that the tests prove the answers with. */
export const componentSchemas: Readonly<Record<string, JsonSchema>> = {
  Shipment: jsonSchemaOf(shipmentItemSchema, shared),
  ShipmentWithTracking: jsonSchemaOf(shipmentDetailSchema, shared),
  TrackingEvent: jsonSchemaOf(trackingEventSchema, shared),
  PublicTracking: jsonSchemaOf(publicTrackingSchema, shared),
  PublicTrackingEvent: jsonSchemaOf(publicTrackingEventSchema, shared),
  ShipmentStatus: {
    ...jsonSchemaOf(status),
    description: meaningsText(shipmentStatusMeanings),
  },
  ShipmentMode: { ...jsonSchemaOf(mode), description: meaningsText(shipmentModeMeanings) },
  TrackingEventType: {
    ...jsonSchemaOf(eventType),
    description: meaningsText(trackingEventMeanings),
  },
  ...billingComponents,
  Error: jsonSchemaOf(errorSchema),
};
