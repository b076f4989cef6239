import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@shipment-tracking/embedded-postgres";
import { eventLogMigrations } from "@shipment-tracking/event-log";
import {
  createPool,
  ensureLoginRoles,
  ensureRoles,
  forEachRole,
  migrate,
  type Pool,
  type RoleName,
} from "@shipment-tracking/postgres";
import { webMigrations } from "@shipment-tracking/web-service";
import { webhookMigrations } from "@shipment-tracking/webhooks";

/** A PostgreSQL of its own with the tables of the write database, durable as in production. */
export interface BenchDatabase {
  readonly urls: Readonly<Record<RoleName, string>>;
  readonly admin: Pool;
  readonly pid: number;
  readonly logFile: string;
  stop(): Promise<void>;
}

export async function startBenchDatabase(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchDatabase> {
  const directory = mkdtempSync(join(tmpdir(), "shipment-tracking-bench-"));
  // root's PostgreSQL runs as another user, which has to get in
  chmodSync(directory, 0o755);
  const logFile = join(directory, "postgres.log");
  const server = await startEmbeddedPostgres({
    dataDir: directory,
    logFile,
    password: "bench",
    settings,
  });
  const admin = createPool({
    url: server.url,
    applicationName: "bench",
    max: 2,
    statementTimeoutMs: 300_000,
  });
  const stop = async (): Promise<void> => {
    await admin.end();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await ensureRoles(server.url);
    const sets = [eventLogMigrations, webMigrations, webhookMigrations];
    await migrate({ url: server.url, sets });
    const passwords = forEachRole(() => randomBytes(12).toString("hex"));
    const urls = await ensureLoginRoles(server.url, { prefix: "bench", passwords });
    return { urls, admin, pid: server.pid, logFile, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
