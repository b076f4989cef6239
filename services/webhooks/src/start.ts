import { createEngine, eventLogMigrations } from "@shipment-tracking/event-log";
import { createMigrationCheck, createPool, ping } from "@shipment-tracking/postgres";
import {
  checkConsumer,
  kafkaConnection,
  type Logger,
  type ProcessParts,
  type Running,
  startProcess,
} from "@shipment-tracking/runtime";
import { createSecretBox } from "@shipment-tracking/secrets";
import { targetRulesOf, webhookMigrations } from "@shipment-tracking/webhooks";
import type { WebhooksConfig } from "./config.ts";
import { createWebhookMetrics } from "./metrics.ts";
import { readQueue } from "./read-queue.ts";
import { readWebhooksLag } from "./read-webhooks-lag.ts";
import { createSender } from "./send/sender.ts";
import { startWebhooks, webhooksConsumer } from "./start-webhooks.ts";

/** Starts the webhook worker alone, with its private port; all-in-one composes the same parts by itself. */
export function startWebhooksProcess(config: WebhooksConfig, log: Logger): Promise<Running> {
  const health = { host: config.HEALTH_HOST, port: config.HEALTH_PORT };
  return startProcess({ title: "webhooks", log, health }, (parts) => compose(config, log, parts));
}

async function compose(
  config: WebhooksConfig,
  log: Logger,
  parts: ProcessParts,
): Promise<Readonly<Record<string, unknown>>> {
  const opened = createPool({
    url: config.WEBHOOKS_DATABASE_URL,
    applicationName: "tracking-webhooks",
    // one of them listens
    max: 7,
    onIdleError: (err) => log.warn({ err }, "database connection lost"),
  });
  const pool = parts.usePool("webhooks", opened);
  const engine = createEngine({ pool, kafka: kafkaConnection(config), log });
  parts.onStop("event log", () => engine.close());
  const sender = createSender({ rules: targetRulesOf(config) });
  parts.onStop("connections to receivers", () => sender.close());
  const probe = parts.consumers.add(webhooksConsumer, () => readWebhooksLag(pool));
  const webhooks = await startWebhooks({
    engine,
    pool,
    sender,
    box: createSecretBox(config.SECRET_KEYS),
    retentionDays: config.WEBHOOK_RETENTION_DAYS,
    log,
    probe,
    metrics: createWebhookMetrics(parts.registry, () => readQueue(pool)),
  });
  parts.onStop("webhooks", () => webhooks.stop());
  parts.check("database", () => ping(pool));
  parts.check("migrations", createMigrationCheck(pool, [eventLogMigrations, webhookMigrations]));
  parts.check("consumer", checkConsumer(webhooks));
  return { engine: engine.name };
}
