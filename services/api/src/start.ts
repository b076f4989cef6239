import { createMigrationCheck, createPool, ping } from "@shipment-tracking/postgres";
import { readModelMigrations } from "@shipment-tracking/read-model";
import {
  createEdgeServer,
  listen,
  type Logger,
  type ProcessParts,
  type Running,
  startProcess,
  stopServer,
} from "@shipment-tracking/runtime";
import { createKeyUseRecorder, type KeyUseRecorder } from "./access/key-use-recorder.ts";
import { createApiPool } from "./api-pool.ts";
import { buildApi } from "./app.ts";
import type { ApiConfig } from "./config.ts";

/** Starts the read API alone, with its private port; all-in-one composes the same parts by itself. */
export function startApi(config: ApiConfig, log: Logger): Promise<Running> {
  const health = { host: config.HEALTH_HOST, port: config.HEALTH_PORT };
  return startProcess({ title: "read API", log, health }, (parts) => compose(config, log, parts));
}

async function compose(
  config: ApiConfig,
  log: Logger,
  parts: ProcessParts,
): Promise<Readonly<Record<string, unknown>>> {
  const pool = parts.usePool("read", createApiPool({ url: config.API_DATABASE_URL, log }));
  parts.check("database", () => ping(pool));
  parts.check("migrations", createMigrationCheck(pool, [readModelMigrations]));
  const uses = openKeyUses(config.USAGE_DATABASE_URL, log, parts);
  const app = await buildApi({
    pool,
    log,
    recordKeyUse: (keyId) => uses?.record(keyId),
    metrics: parts.http,
    trustProxy: config.TRUST_PROXY,
    cacheBytes: config.API_CACHE_MB,
  });
  const server = createEdgeServer((request, response) => app.routing(request, response), { log });
  const port = await listen(server, { host: config.HOST, port: config.PORT });
  parts.onStop("requests", () => stopServer(server, { apps: [app] }));
  return { host: config.HOST, port };
}

/** Requests are answered without it: it is not asked whether the process is ready. */
function openKeyUses(
  url: string | undefined,
  log: Logger,
  parts: ProcessParts,
): KeyUseRecorder | null {
  if (url === undefined) return null;
  const pool = parts.usePool(
    "usage",
    createPool({ url, applicationName: "tracking-api-usage", max: 1, queryTimeoutMs: 5_000 }),
  );
  const recorder = createKeyUseRecorder({ db: pool, log });
  parts.onStop("use of API keys", () => recorder.close());
  return recorder;
}
