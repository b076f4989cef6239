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
import { createKeyUseRecorder, type KeyUseRecorder } from "./access/key-use-recorder.ts";
import { buildApi } from "./app.ts";
import type { ApiConfig } from "./config.ts";

/** Starts the read API alone, with its private port; all-in-one composes the same parts by itself. */
export async function startApi(config: ApiConfig, log: Logger): Promise<Running> {
  const pool = createApiPool({ url: config.API_DATABASE_URL, log });
  const uses = openKeyUses(config.USAGE_DATABASE_URL, log);
  const metrics = createMetrics();
  const app = await buildApi({
    pool,
    log,
    recordKeyUse: (keyId) => uses?.recorder.record(keyId),
    metrics: createHttpMetrics(metrics),
    trustProxy: config.TRUST_PROXY,
  });
  const server = createEdgeServer((request, response) => app.routing(request, response), { log });
  const health = await startHealthServer({
    host: config.HEALTH_HOST,
    port: config.HEALTH_PORT,
    metrics,
    checks: { database: async () => void (await pool.query({ text: "select 1" })) },
  });
  const port = await listen(server, { host: config.HOST, port: config.PORT });
  log.info({ host: config.HOST, port, healthPort: health.port }, "read API started");
  return {
    async stop() {
      health.drain();
      await stopServer(server, { apps: [app] });
      await uses?.close();
      await pool.end();
      await health.close();
      log.info({}, "read API stopped");
    },
  };
}

/** The API's connections: few, since small pools answer faster, and bounded in time whatever the database does. */
export function createApiPool({ url, log }: { readonly url: string; readonly log: Logger }): Pool {
  return createPool({
    url,
    applicationName: "tracking-api",
    max: 8,
    statementTimeoutMs: 2_000,
    queryTimeoutMs: 2_500,
    connectTimeoutMs: 2_000,
    onIdleError: (error) => {
      log.warn({ err: error }, "database connection lost");
    },
  });
}

interface KeyUses {
  readonly recorder: KeyUseRecorder;
  close(): Promise<void>;
}

function openKeyUses(url: string | undefined, log: Logger): KeyUses | null {
  if (url === undefined) return null;
  const pool = createPool({
    url,
    applicationName: "tracking-api-usage",
    max: 1,
    queryTimeoutMs: 5_000,
  });
  const recorder = createKeyUseRecorder({ db: pool, log });
  return {
    recorder,
    async close() {
      await recorder.close();
      await pool.end();
    },
  };
}
