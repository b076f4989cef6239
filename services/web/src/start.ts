import { createPool, type Pool } from "@shipment-tracking/postgres";
import {
  createEdgeServer,
  createHttpMetrics,
  createMetrics,
  listen,
  type Logger,
  type Running,
  startHealthServer,
  stopServer,
} from "@shipment-tracking/runtime";
import { buildWeb } from "./app.ts";
import type { WebConfig } from "./config.ts";
import { importWorker } from "./imports/import-worker.ts";
import { smtpSettings } from "./mail/mail-config.ts";
import { fetchTrackingFrom } from "./pages/fetch-tracking.ts";

/** Starts the web application alone, with its private port; all-in-one composes the same parts by itself. */
export async function startWeb(config: WebConfig, log: Logger): Promise<Running> {
  const pool = createWebPool({ url: config.WEB_DATABASE_URL, log });
  const metrics = createMetrics();
  const imports = importWorker({ pool, log });
  const app = buildWeb({
    pool,
    log,
    publicUrl: config.PUBLIC_URL,
    secrets: config.SECRET_KEYS,
    fetchTracking: fetchTrackingFrom(config.API_URL),
    mail: smtpSettings({ ...config, publicUrl: config.PUBLIC_URL }),
    wakeImports: imports.wake,
    metrics: createHttpMetrics(metrics),
    trustProxy: config.TRUST_PROXY,
  });
  await app.ready();
  const server = createEdgeServer((request, response) => app.routing(request, response), { log });
  const health = await startHealthServer({
    host: config.HEALTH_HOST,
    port: config.HEALTH_PORT,
    metrics,
    checks: { database: async () => void (await pool.query({ text: "select 1" })) },
  });
  const port = await listen(server, { host: config.HOST, port: config.PORT });
  log.info({ host: config.HOST, port, healthPort: health.port }, "web application started");
  return {
    async stop() {
      health.drain();
      await stopServer(server, { apps: [app] });
      await imports.stop();
      await pool.end();
      await health.close();
      log.info({}, "web application stopped");
    },
  };
}

/** The web application's connections: bounded in number and in time whatever the database does. */
function createWebPool({ url, log }: { readonly url: string; readonly log: Logger }): Pool {
  return createPool({
    url,
    applicationName: "tracking-web",
    max: 10,
    statementTimeoutMs: 5_000,
    queryTimeoutMs: 6_000,
    connectTimeoutMs: 5_000,
    onIdleError: (error) => {
      log.warn({ err: error }, "database connection lost");
    },
  });
}
