import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@shipment-tracking/embedded-postgres";

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
  const directory = await mkdtemp(join(tmpdir(), "shipment-tracking-test-"));
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
    },
  };
}
