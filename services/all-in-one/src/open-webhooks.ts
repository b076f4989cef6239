import type { EventLogEngine } from "@shipment-tracking/event-log";
import type { Pool } from "@shipment-tracking/postgres";
import { checkConsumer, type Logger, type PrivatePort } from "@shipment-tracking/runtime";
import { createSecretBox, type SecretKey } from "@shipment-tracking/secrets";
import {
  createSender,
  createWebhookMetrics,
  readQueue,
  readWebhooksLag,
  startWebhooks,
  type Webhooks,
  webhooksConsumer,
} from "@shipment-tracking/webhooks-service";
import type { WebhookSettings } from "./config.ts";
import type { Shutdown } from "./shutdown.ts";

export interface OpenWebhooksOptions {
  readonly settings: WebhookSettings;
  readonly engine: EventLogEngine;
  /** Of the role `tracking_webhooks`. */
  readonly pool: Pool;
  readonly secretKey: SecretKey;
  readonly log: Logger;
  readonly shutdown: Shutdown;
  readonly privatePort: PrivatePort;
}

/** The webhook worker in this process. It stops before the log and the pool: ingest, then the attempts that run, then the connections. */
export async function openWebhooks(options: OpenWebhooksOptions): Promise<Webhooks> {
  const { settings, engine, pool, log, shutdown } = options;
  const { consumers, registry, check } = options.privatePort;
  const sender = createSender({ rules: settings.rules });
  shutdown.add("connections to receivers of webhooks", () => sender.close());
  const webhooks = await startWebhooks({
    engine,
    pool,
    sender,
    box: createSecretBox([options.secretKey]),
    retentionDays: settings.retentionDays,
    log,
    probe: consumers.add(webhooksConsumer, () => readWebhooksLag(pool)),
    metrics: createWebhookMetrics(registry, () => readQueue(pool)),
  });
  shutdown.add("webhooks", () => webhooks.stop());
  check("webhooks", checkConsumer(webhooks));
  return webhooks;
}
