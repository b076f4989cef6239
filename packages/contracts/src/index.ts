export type { ApiKeyEvent, TenantEvent } from "./account-event.ts";
export {
  errorSchema,
  publicTrackingEventSchema,
  publicTrackingSchema,
  shipmentDetailSchema,
  shipmentItemSchema,
  trackingEventSchema,
  type PublicTracking,
  type PublicTrackingEvent,
  type ShipmentDetail,
  type ShipmentItem,
  type TrackingEventItem,
} from "./answers.ts";
export { generateApiKey, hashApiKey, parseApiKey, type ParsedApiKey } from "./api-key.ts";
export {
  customerItemSchema,
  invoiceItemSchema,
  type CustomerItem,
  type InvoiceItem,
} from "./billing-answers.ts";
export { decodeEvent, UndecodableEvent, type DecodedEvent, type LogEvent } from "./decode-event.ts";
export { encodeEvent, type EncodedEvent } from "./encode-event.ts";
export type * from "./envelope.ts";
export { isInstant, isUuid } from "./fields.ts";
export { eventDataSchemas, type JsonSchema, webhookBodySchemas } from "./json-schemas.ts";
export { formatPosition, parsePosition, type Position } from "./position.ts";
export { generateTrackingToken, hashTrackingToken, isTrackingToken } from "./tracking-token.ts";
export { shipmentStatusChangedSchema, webhookTestSchema } from "./webhook-message.ts";
