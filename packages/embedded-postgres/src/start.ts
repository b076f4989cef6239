import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { locateBinaries, prepareBinaries } from "./binaries.ts";
import { locateCluster } from "./cluster-location.ts";
import { acquireLock, type DataDirLock } from "./data-dir-lock.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { freePort } from "./free-port.ts";
import { ensureCluster } from "./init-cluster.ts";
import { stopLeftover } from "./postmaster-file.ts";
import { runServer, type ServerOptions, type ServerProcess } from "./server-process.ts";

export interface EmbeddedPostgresOptions {
  /** Where the cluster is kept, as `<dataDir>/cluster`; made when absent. The next start with the same directory finds the data again. */
  readonly dataDir: string;
  /** 0 or absent: a free port. */
  readonly port?: number;
  /** Receives the server's log, appended. Its directory exists. */
  readonly logFile: string;
  /** The superuser, default `postgres`. */
  readonly user?: string;
  /** Set when the cluster is made; later starts need the same one to connect. */
  readonly password: string;
  /** PostgreSQL settings over the defaults, for example `{ fsync: "off" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A tree with `bin`, `lib`, `share` of another version instead of the installed package. */
  readonly nativeDir?: string;
  /** Sentences for the person at the terminal about steps that take time or surprise. */
  onProgress?(sentence: string): void;
}

export interface EmbeddedPostgres {
  /** `postgres://user:password@127.0.0.1:port/postgres` */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** PostgreSQL's own directory: not always below `dataDir` (see `onProgress`). */
  readonly clusterDir: string;
  /** Settles when the server ended, asked or not: its exit code, null after a signal. */
  readonly exited: Promise<number | null>;
  /** Fast shutdown; resolves when the server is gone. Can be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL from the binaries that npm installed, on 127.0.0.1 only. Works as root too (the server then runs as an unprivileged user) and takes
 * over a cluster whose last owner was killed. Throws `EmbeddedPostgresError` with the remedy.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const onProgress = (sentence: string): void => options.onProgress?.(sentence);
  const dataDir = resolve(options.dataDir);
  const found = locateBinaries(options.nativeDir);
  const { clusterDir, osUser, copiesDir } = locateCluster(dataDir, onProgress);
  const lock = acquireLock(`${clusterDir}.lock`, clusterDir);
  try {
    const binaries = prepareBinaries(found, { user: osUser, copiesDir, onProgress });
    await stopLeftover(clusterDir, onProgress);
    if (!existsSync(clusterDir)) onProgress(`Making a database in ${clusterDir}`);
    const user = options.user ?? "postgres";
    const durable = options.settings?.["fsync"] !== "off";
    await ensureCluster({
      binaries,
      clusterDir,
      osUser,
      user,
      password: options.password,
      durable,
    });
    const { logFile, settings = {} } = options;
    const base = { binaries, clusterDir, osUser, logFile: resolve(logFile), settings };
    const { server, port } = await runOnPort(base, options.port ?? 0);
    return handle(server, { port, clusterDir, user, password: options.password, lock });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * A free port can be taken by another program between its choice and the server's start: then the next one is tried. After a crash the dead server's
 * children may hold its shared memory for a moment longer: then the start is repeated.
 */
async function runOnPort(
  base: Omit<ServerOptions, "port">,
  wanted: number,
): Promise<{ server: ServerProcess; port: number }> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const port = await freePort(wanted);
    if (port === null) throw portTaken(wanted);
    try {
      return { server: await runServer({ ...base, port }), port };
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      const clash = reason.includes("Address already in use");
      if (clash && wanted !== 0) throw portTaken(port);
      const passing = clash || reason.includes("pre-existing shared memory block");
      if (!passing || performance.now() > deadline) throw error;
      await delay(100);
    }
  }
}

function portTaken(port: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Port ${String(port)} on 127.0.0.1 is taken by another program. Stop it, or choose another port for the database (0 takes a free one).`,
  );
}

function handle(
  server: ServerProcess,
  access: { port: number; clusterDir: string; user: string; password: string; lock: DataDirLock },
): EmbeddedPostgres {
  const credentials = `${encodeURIComponent(access.user)}:${encodeURIComponent(access.password)}`;
  void server.exited.then(() => access.lock.release());
  return {
    url: `postgres://${credentials}@127.0.0.1:${String(access.port)}/postgres`,
    port: access.port,
    pid: server.pid,
    clusterDir: access.clusterDir,
    exited: server.exited,
    stop: () => server.stop(),
  };
}
