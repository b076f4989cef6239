import { sentWebhooks, webhookSchemas } from "../openapi/sent-webhooks.ts";
import type { Json } from "./model/json.ts";

/** What this service sends, as an OpenAPI document of its own: the same parts as in the web application's document. */
export const webhookDocument: Json = {
  openapi: "3.1.0",
  info: {
    title: "Shipment Tracking webhooks",
    version: "1",
    description:
      "What is posted to a company's webhook endpoints: signed as Standard Webhooks, at least once. How to verify it, and what the answers mean, is explained at [/docs/plain](/docs/plain#webhooks).",
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  externalDocs: {
    description: "Guide",
    url: "/docs/plain#webhooks",
  },
  tags: [{ name: "Webhooks", description: "Answer 2xx within 15 seconds." }],
  webhooks: sentWebhooks,
  components: { schemas: webhookSchemas },
};
