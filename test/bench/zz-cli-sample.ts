import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@shipment-tracking/embedded-postgres";
import { eventLogMigrations } from "@shipment-tracking/event-log";
import { createPool, ensureRoles, migrate } from "@shipment-tracking/postgres";
import { readModelMigrations } from "@shipment-tracking/read-model";
import { webMigrations } from "@shipment-tracking/web-service";
import { fillLog } from "./rebuild-log.ts";
const directory = mkdtempSync(join(tmpdir(), "tracking-bench-"));
chmodSync(directory, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir: directory, logFile: join(directory, "postgres.log"), password: "bench" });
const pool = createPool({ url: postgres.url, applicationName: "bench", max: 6, statementTimeoutMs: 86_400_000 });
await ensureRoles(postgres.url);
await migrate({ url: postgres.url, sets: [eventLogMigrations, webMigrations, readModelMigrations] });
await fillLog(pool, 16_000);
await pool.end();
for (const args of [["rebuild"], ["rebuild", "--status"], ["rebuild", "--rollback"], ["rebuild", "--status", "--json"]]) {
  const ran = spawnSync("services/all-in-one/bin/tracking.mjs", args, { env: { PATH: process.env["PATH"], DATABASE_URL: postgres.url }, encoding: "utf8" });
  console.log(args.join(" "), ran.status, "\n" + ran.stdout, "\nERR", ran.stderr);
}
await postgres.stop();
rmSync(directory, { recursive: true, force: true });
rmSync(postgres.clusterDir, { recursive: true, force: true });
