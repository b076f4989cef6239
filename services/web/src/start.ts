import { eventLogMigrations } from "@shipment-tracking/event-log";
import { createMigrationCheck, createPool, ping, type Pool } from "@shipment-tracking/postgres";
import {
  createEdgeServer,
  listen,
  type Logger,
  type ProcessParts,
  type Running,
  startProcess,
  stopServer,
} from "@shipment-tracking/runtime";
import { targetRulesOf, webhookMigrations } from "@shipment-tracking/webhooks";
import { buildWeb } from "./app.ts";
import type { WebConfig } from "./config.ts";
import { importWorker } from "./imports/import-worker.ts";
import { smtpSettings } from "./mail/mail-config.ts";
import { countOccurrences } from "./metrics/count-occurrences.ts";
import { webMigrations } from "./migrations.ts";
import { fetchTrackingFrom } from "./pages/fetch-tracking.ts";

/** Starts the web application alone, with its private port; all-in-one composes the same parts by itself. */
export function startWeb(config: WebConfig, log: Logger): Promise<Running> {
  const health = { host: config.HEALTH_HOST, port: config.HEALTH_PORT };
  return startProcess({ title: "web application", log, health }, (parts) =>
    compose(config, log, parts),
  );
}

async function compose(
  config: WebConfig,
  log: Logger,
  parts: ProcessParts,
): Promise<Readonly<Record<string, unknown>>> {
  const pool = parts.usePool("write", createWebPool({ url: config.WEB_DATABASE_URL, log }));
  parts.check("database", () => ping(pool));
  parts.check(
    "migrations",
    createMigrationCheck(pool, [eventLogMigrations, webMigrations, webhookMigrations]),
  );
  parts.onStop("counting", countOccurrences(parts.registry));
  const imports = importWorker({ pool, log });
  parts.onStop("imports", () => imports.stop());
  const app = buildWeb({
    pool,
    log,
    publicUrl: config.PUBLIC_URL,
    secrets: config.SECRET_KEYS,
    fetchTracking: fetchTrackingFrom(config.API_URL),
    consoleDir: config.CONSOLE_DIR,
    mail: smtpSettings({ ...config, publicUrl: config.PUBLIC_URL }),
    wakeImports: imports.wake,
    webhooks: { rules: targetRulesOf(config) },
    metrics: parts.http,
    trustProxy: config.TRUST_PROXY,
  });
  await app.ready();
  const server = createEdgeServer((request, response) => app.routing(request, response), { log });
  const port = await listen(server, { host: config.HOST, port: config.PORT });
  parts.onStop("requests", () => stopServer(server, { apps: [app] }));
  return { host: config.HOST, port };
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
