import {
  errorSchema,
  publicTrackingEventSchema,
  publicTrackingSchema,
  shipmentDetailSchema,
  shipmentItemSchema,
  trackingEventSchema,
} from "@shipment-tracking/contracts";
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
    description:
      "`draft`: created, no pickup scheduled. `pickup_scheduled`: pickup appointment set, nothing collected. `picked_up`: the carrier has the goods. `in_transit`: moving, or at an intermediate place. `customs_hold`: held by customs. `out_for_delivery`: on the last leg. `attempt_failed`: a pickup or delivery attempt failed. `exception`: delay, damage, refusal, loss or another problem. `delivered`: handed over. `returning`: on the way back to the shipper. `returned`: back with the shipper. `cancelled`: cancelled before pickup.",
  },
  ShipmentMode: jsonSchemaOf(mode),
  TrackingEventType: jsonSchemaOf(eventType),
  ...billingComponents,
  Error: jsonSchemaOf(errorSchema),
};
