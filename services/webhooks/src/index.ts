export { webhookEnvironment } from "./config.ts";
export { listParkedShipments, type ParkedShipment } from "./ingest/parked-streams.ts";
export { unparkShipment, type UnparkShipmentResult } from "./ingest/unpark-shipment.ts";
export { createWebhookMetrics } from "./metrics.ts";
export { readQueue, type WebhookQueue } from "./read-queue.ts";
export { readIngested, readWebhooksLag } from "./read-webhooks-lag.ts";
export { createSender, type Sender } from "./send/sender.ts";
export { startWebhooks, type Webhooks, webhooksConsumer } from "./start-webhooks.ts";
