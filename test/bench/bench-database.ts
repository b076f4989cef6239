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
import { readModelMigrations } from "@shipment-tracking/read-model";
import { webMigrations } from "@shipment-tracking/web-service";
import { webhookMigrations } from "@shipment-tracking/webhooks";

/** A PostgreSQL of its own with all tables, durable as in production. */
export interface TrackingDatabase {
  /** The superuser's. */
  readonly url: string;
  readonly urls: Readonly<Record<RoleName, string>>;
  /** The superuser's connections, without a limit of time that matters. */
  readonly admin: Pool;
  /** Another one with the same, empty tables. */
  createDatabase(name: string): Promise<void>;
  /** Of the server; its sessions are its children. */
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startTrackingDatabase(): Promise<TrackingDatabase> {
  const directory = mkdtempSync(join(tmpdir(), "shipment-tracking-bench-"));
  // root's PostgreSQL runs as another user, which has to get in
  chmodSync(directory, 0o711);
  const logFile = join(directory, "postgres.log");
  const server = await startEmbeddedPostgres({ dataDir: directory, logFile, password: "bench" });
  const admin = adminPool(server.url);
  const stop = async (): Promise<void> => {
    await admin.end();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
    rmSync(server.clusterDir, { recursive: true, force: true });
  };
  try {
    await ensureRoles(server.url);
    const sets = [eventLogMigrations, webMigrations, webhookMigrations, readModelMigrations];
    await migrate({ url: server.url, sets });
    const createDatabase = async (name: string): Promise<void> => {
      await admin.query({ text: `create database ${name}` });
      await migrate({ url: withDatabase(server.url, name), sets });
    };
    const passwords = forEachRole(() => randomBytes(12).toString("hex"));
    const urls = await ensureLoginRoles(server.url, { prefix: "bench", passwords });
    return { url: server.url, urls, admin, createDatabase, pid: server.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The superuser's connections to a database. */
export function adminPool(url: string, max = 10): Pool {
  return createPool({ url, applicationName: "bench", max, statementTimeoutMs: 3_600_000 });
}

/** The same server's other database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
