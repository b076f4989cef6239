import { Placeholder } from "../ui/index.ts";

export function WebhooksScreen() {
  return <Placeholder title="Webhooks" />;
}

export function NewWebhookScreen() {
  return <Placeholder title="New webhook endpoint" />;
}

export function WebhookScreen() {
  return <Placeholder title="Webhook endpoint" />;
}

export function DeliveryScreen() {
  return <Placeholder title="Webhook delivery" />;
}
