import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acquireDataDirLock, startEmbeddedPostgres } from "@shipment-tracking/embedded-postgres";

export interface TestCluster {
  /** Superuser URL of the maintenance database. */
  readonly url: string;
  readonly logFile: string | null;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * The server named by TEST_DATABASE_URL, or a throw-away embedded one (of the binaries in TEST_POSTGRES_NATIVE_DIR when set). Not durable: tests lose
 * nothing when the machine stops.
 */
export async function startCluster(): Promise<TestCluster> {
  const external = process.env["TEST_DATABASE_URL"];
  if (external !== undefined && external !== "") {
    return {
      url: external,
      logFile: process.env["TEST_DATABASE_LOG"] ?? null,
      stop: async () => undefined,
    };
  }
  await removeLeftovers();
  const directory = await mkdtemp(join(tmpdir(), directoryPrefix));
  const lock = acquireDataDirLock(directory);
  // root's PostgreSQL runs as another user, which has to get in
  await chmod(directory, 0o711);
  const nativeDir = process.env["TEST_POSTGRES_NATIVE_DIR"];
  const logFile = join(directory, "postgres.log");
  const server = await startEmbeddedPostgres({
    dataDir: directory,
    logFile,
    password: randomBytes(12).toString("hex"),
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: "300",
    },
    ...(nativeDir ? { nativeDir } : {}),
  });
  return {
    url: server.url,
    logFile,
    stop: async () => {
      await server.stop();
      await rm(server.clusterDir, { recursive: true, force: true });
      await rm(directory, { recursive: true, force: true });
      lock.release();
    },
  };
}

const directoryPrefix = "shipment-tracking-test-";

/** A run that was killed could not remove its directory; its lock tells that nobody uses it any more. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(directoryPrefix));
  for (const directory of names.map((name) => join(tmpdir(), name))) {
    if (!existsSync(join(directory, "lock"))) continue;
    try {
      acquireDataDirLock(directory);
      await rm(directory, { recursive: true, force: true });
    } catch {
      // in use, or another user's
    }
  }
}
