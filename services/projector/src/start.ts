import { createPostgresEngine } from "@shipment-tracking/event-log";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import {
  createMetrics,
  startHealthServer,
  type Logger,
  type Running,
} from "@shipment-tracking/runtime";
import type { ProjectorConfig } from "./config.ts";
import { startProjector } from "./start-projector.ts";

/** Starts the projector alone, with its private port; all-in-one composes the same parts by itself. */
export async function startProjectorProcess(
  config: ProjectorConfig,
  log: Logger,
): Promise<Running> {
  const readUrl = config.PROJECTOR_DATABASE_URL;
  const pool = openPool({ url: readUrl, applicationName: "tracking-projector", log });
  const logPool = openPool({
    url: config.LOG_DATABASE_URL ?? readUrl,
    applicationName: "tracking-projector-log",
    log,
  });
  const engine = createPostgresEngine({ pool: logPool, log });
  const projector = await startProjector({ engine, pool, log });
  const health = await startHealthServer({
    host: config.HEALTH_HOST,
    port: config.HEALTH_PORT,
    metrics: createMetrics(),
    checks: {
      readDatabase: async () => void (await pool.query({ text: "select 1" })),
      log: async () => void (await engine.head()),
    },
  });
  log.info({ healthPort: health.port }, "projector started");
  return {
    async stop() {
      health.drain();
      await projector.stop();
      await engine.close();
      await Promise.all([pool.end(), logPool.end()]);
      await health.close();
      log.info({}, "projector stopped");
    },
  };
}

function openPool(options: {
  readonly url: string;
  readonly applicationName: string;
  readonly log: Logger;
}): Pool {
  const { url, applicationName, log } = options;
  return createPool({
    url,
    applicationName,
    max: 3,
    onIdleError: (error) => {
      log.warn({ err: error, applicationName }, "database connection lost");
    },
  });
}
