/** Where the page, or this service, has what the links of the documents lead to. */
const targets: Readonly<Record<string, string>> = {
  "openapi/read-api.json": "/api/openapi.json",
  "openapi/web-api.json": "/api/web-openapi.json",
  "webhooks.md": "#webhooks",
  "#tracking-links": "#guide-tracking-links",
  "webhooks/shipment.status_changed.schema.json": "#schema-ShipmentStatusChangedWebhook",
  "webhooks/webhook.test.schema.json": "#schema-WebhookTest",
  "webhooks/receiver.ts": "#sample-receiver-ts",
  "webhooks/verify.ts": "#sample-verify-ts",
  "webhooks/verify.py": "#sample-verify-py",
  "webhooks/verify.php": "#sample-verify-php",
  "webhooks/verify.go": "#sample-verify-go",
  "webhooks/verify.sh": "#sample-verify-sh",
};

/** Null for what the page does not have. */
export function linkTarget(href: string): string | null {
  return href.startsWith("https://") ? href : (targets[href] ?? null);
}
