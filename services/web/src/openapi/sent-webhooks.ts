import { type JsonSchema, webhookBodySchemas } from "@shipment-tracking/contracts";

const bodies = webhookBodySchemas();

const header = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: "header",
  required: true,
  description,
  schema,
});

/** Standard Webhooks. */
const headers: readonly JsonSchema[] = [
  header("webhook-id", "Of the message, the same on every attempt and replay.", {
    type: "string",
    format: "uuid",
  }),
  header("webhook-timestamp", "When this attempt was sent, in seconds since 1970.", {
    type: "integer",
  }),
  header(
    "webhook-signature",
    "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` with the endpoint's secret; two, separated by a space, while a rotation overlaps.",
    { type: "string" },
  ),
  header("webhook-attempt", "1 for the first attempt.", { type: "integer", minimum: 1 }),
];

/** Schemas of the bodies, as components: `ShipmentStatusChangedWebhook`. */
export const webhookSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(bodies).map(([type, schema]) => [componentOf(type), schema]),
);

/** What this service sends to webhook endpoints; docs/webhooks.md explains it. */
export const sentWebhooks: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(bodies).map(([type, schema]) => [
    type,
    {
      post: {
        operationId: `send${componentOf(type)}`,
        tags: ["Webhooks"],
        summary: schema["description"],
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: `#/components/schemas/${componentOf(type)}` } },
          },
        },
        responses: {
          "2XX": { description: "Accepted. Anything else is a failure and is tried again." },
          "410": { description: "Gone for good: the endpoint is disabled." },
          "429": {
            description: "Wait, as `Retry-After` says: nothing is sent to the endpoint until then.",
          },
          "503": { description: "As 429." },
        },
      },
    },
  ]),
);

function componentOf(type: string): string {
  const words = type.split(/[._]/).map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return type.startsWith("webhook.") ? words.join("") : `${words.join("")}Webhook`;
}
