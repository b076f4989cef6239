import { eventLogMigrations } from "@shipment-tracking/event-log";
import { createMigrationCheck, createPool, ping } from "@shipment-tracking/postgres";
import {
  checkConsumer,
  createRelayMetrics,
  type Logger,
  type ProcessParts,
  type Running,
  startProcess,
} from "@shipment-tracking/runtime";
import type { RelayConfig } from "./config.ts";
import { readRelayLag } from "./read-relay-lag.ts";
import { relayConsumer, startRelay } from "./start-relay.ts";

/** Starts the relay alone, with its private port; all-in-one composes the same parts by itself. */
export function startRelayProcess(config: RelayConfig, log: Logger): Promise<Running> {
  const health = { host: config.healthHost, port: config.healthPort };
  return startProcess({ title: "relay", log, health }, (parts) => compose(config, log, parts));
}

async function compose(
  config: RelayConfig,
  log: Logger,
  parts: ProcessParts,
): Promise<Readonly<Record<string, unknown>>> {
  const { kafka: connection, databaseUrl } = config;
  const opened = createPool({
    url: databaseUrl,
    applicationName: "tracking-relay",
    // one of them listens
    max: 4,
    onIdleError: (err) => log.warn({ err }, "database connection lost"),
  });
  const pool = parts.usePool("log", opened);
  const { topic } = connection;
  const probe = parts.consumers.add(relayConsumer, () => readRelayLag(pool, topic));
  const metrics = createRelayMetrics(parts.registry);
  const relay = await startRelay({ connection, pool, log, probe, metrics });
  parts.onStop("relay", () => relay.stop());
  parts.check("database", () => ping(pool));
  parts.check("migrations", createMigrationCheck(pool, [eventLogMigrations]));
  parts.check("brokers", () => relay.ready());
  parts.check("consumer", checkConsumer(relay));
  return { topic };
}
