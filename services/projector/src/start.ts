import { createEngine, eventLogMigrations } from "@shipment-tracking/event-log";
import { createMigrationCheck, createPool, ping, type Pool } from "@shipment-tracking/postgres";
import { projectorConsumer, readModelMigrations } from "@shipment-tracking/read-model";
import {
  checkConsumer,
  kafkaConnection,
  startProcess,
  type Logger,
  type ProcessParts,
  type Running,
} from "@shipment-tracking/runtime";
import type { ProjectorConfig } from "./config.ts";
import { readProjectorLag } from "./read-projector-lag.ts";
import { startProjector } from "./start-projector.ts";

/** Starts the projector alone, with its private port; all-in-one composes the same parts by itself. */
export function startProjectorProcess(config: ProjectorConfig, log: Logger): Promise<Running> {
  const health = { host: config.HEALTH_HOST, port: config.HEALTH_PORT };
  return startProcess({ title: "projector", log, health }, (parts) => compose(config, log, parts));
}

async function compose(
  config: ProjectorConfig,
  log: Logger,
  parts: ProcessParts,
): Promise<Readonly<Record<string, unknown>>> {
  const readUrl = config.PROJECTOR_DATABASE_URL;
  const pool = parts.usePool("read", openPool(readUrl, "tracking-projector", log));
  const logUrl = config.LOG_DATABASE_URL ?? readUrl;
  // one of them listens
  const logPool = parts.usePool("log", openPool(logUrl, "tracking-projector-log", log));
  const kafka = kafkaConnection(config);
  const engine = createEngine({ pool: logPool, kafka, log });
  parts.onStop("event log", () => engine.close());
  const probe = parts.consumers.add(projectorConsumer, () =>
    readProjectorLag({ read: pool, log: logPool }),
  );
  const projector = await startProjector({ engine, pool, logPool, log, probe });
  parts.onStop("projector", () => projector.stop());
  parts.check("readDatabase", () => ping(pool));
  // not the brokers: without them the records come from the log's table
  parts.check("log", async () => void (await engine.head()));
  parts.check("readMigrations", createMigrationCheck(pool, [readModelMigrations]));
  parts.check("logMigrations", createMigrationCheck(logPool, [eventLogMigrations]));
  parts.check("consumer", checkConsumer(projector));
  return { engine: engine.name };
}

function openPool(url: string, applicationName: string, log: Logger): Pool {
  return createPool({
    url,
    applicationName,
    max: 4,
    onIdleError: (error) => {
      log.warn({ err: error, applicationName }, "database connection lost");
    },
  });
}
