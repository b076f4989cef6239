export { webhookEnvironment } from "./config.ts";
export { readWebhooksLag } from "./read-webhooks-lag.ts";
export { createSender, type Sender } from "./send/sender.ts";
export { targetRulesOf } from "./start.ts";
export { startWebhooks, type Webhooks, webhooksConsumer } from "./start-webhooks.ts";
