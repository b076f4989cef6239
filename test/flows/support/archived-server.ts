import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "@shipment-tracking/embedded-postgres";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import { copyTree } from "./copy-tree.ts";

/** A PostgreSQL of the test's own that archives its write-ahead log, as docs/operations.md describes it. */
export interface ArchivedServer {
  /** The same after a restore. */
  readonly url: string;
  /** Copies the files of the running server, between pg_backup_start and pg_backup_stop. */
  takeBackup(): Promise<void>;
  /** Ends the segment at hand and waits until it is in the archive: what is committed now will come back. */
  archiveNow(): Promise<void>;
  /** The database's clock. */
  now(): Promise<string>;
  /** SIGKILL, and its directory is deleted. The backup and the archive stay. */
  destroy(): Promise<void>;
  /** Another server on the same port, from backup and archive: all of the archive, or up to a moment. */
  restore(options?: { readonly upTo?: string }): Promise<void>;
  query<Row extends Record<string, unknown>>(text: string): Promise<readonly Row[]>;
  stop(): Promise<void>;
}

/** Below `directory`, which every user can enter. */
export async function startArchivedServer(directory: string): Promise<ArchivedServer> {
  const [archive, backup] = [join(directory, "archive"), join(directory, "backup")];
  mkdirSync(archive);
  let server = await start(join(directory, "server"), archive);
  const { url, port } = server;
  // archive_command runs as the server's user
  giveTo(archive, server.clusterDir);
  return {
    url,
    takeBackup: () => inSession(url, (session) => takeBackup(session, server.clusterDir, backup)),
    archiveNow: () => inSession(url, archiveNow),
    now: async () => {
      const [row] = await ask<{ now: string }>(url, "select clock_timestamp()::text as now");
      return row?.now ?? "";
    },
    destroy: async () => {
      process.kill(server.pid, "SIGKILL");
      await server.exited;
      // its children notice a moment later
      rmSync(server.clusterDir, { recursive: true, force: true, maxRetries: 50 });
    },
    restore: async ({ upTo } = {}) => {
      const restored = join(directory, "restored");
      mkdirSync(restored);
      const cluster = join(restored, "cluster");
      copyTree(backup, cluster, []);
      writeOwned(join(cluster, "recovery.signal"), "", cluster);
      server = await start(restored, archive, { port, upTo });
    },
    query: (text) => ask(url, text),
    stop: () => server.stop(),
  };
}

function start(
  dataDir: string,
  archive: string,
  { port = 0, upTo }: { readonly port?: number; readonly upTo?: string | undefined } = {},
): Promise<EmbeddedPostgres> {
  const nativeDir = process.env["TEST_POSTGRES_NATIVE_DIR"];
  mkdirSync(dataDir, { recursive: true });
  return startEmbeddedPostgres({
    dataDir,
    port,
    logFile: join(dataDir, "postgres.log"),
    password: "drill",
    settings: {
      // the server is killed here, the machine is not
      fsync: "off",
      archive_mode: "on",
      archive_command: `test ! -f '${archive}/%f' && cp '%p' '${archive}/%f'`,
      restore_command: `cp '${archive}/%f' '%p'`,
      recovery_target_action: "promote",
      ...(upTo === undefined ? {} : { recovery_target_time: upTo }),
    },
    ...(nativeDir ? { nativeDir } : {}),
  });
}

/** What does not belong into a backup: the archive has the write-ahead log, the rest is the running server's own. */
const notCopied = ["pg_wal", "postmaster.pid", "postmaster.opts", "pg_stat_tmp", "pg_replslot"];

/** Start and stop have to come from one session. */
async function takeBackup(session: Pool, clusterDir: string, backup: string): Promise<void> {
  await session.query({ text: "select pg_backup_start('drill', true)" });
  copyTree(clusterDir, backup, notCopied);
  const { rows } = await session.query<{ label: string; map: string }>({
    text: "select labelfile as label, spcmapfile as map from pg_backup_stop()",
  });
  writeOwned(join(backup, "backup_label"), rows[0]?.label ?? "", clusterDir);
  if ((rows[0]?.map ?? "") !== "") throw new Error("There are no tablespaces here");
}

async function archiveNow(session: Pool): Promise<void> {
  const { rows } = await session.query<{ segment: string }>({
    text: "select pg_walfile_name(pg_current_wal_insert_lsn()) as segment",
  });
  await session.query({ text: "select pg_switch_wal()" });
  const archived = async (): Promise<boolean> => {
    const found = await session.query<{ done: boolean }>({
      text: "select coalesce(last_archived_wal >= $1, false) as done from pg_stat_archiver",
      values: [rows[0]?.segment],
    });
    return found.rows[0]?.done === true;
  };
  while (!(await archived())) await delay(50);
}

async function inSession(url: string, work: (session: Pool) => Promise<void>): Promise<void> {
  const pool = createPool({
    url,
    applicationName: "restore-drill",
    max: 1,
    statementTimeoutMs: 60_000,
  });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

async function ask<Row extends Record<string, unknown>>(
  url: string,
  text: string,
): Promise<readonly Row[]> {
  const pool = createPool({ url, applicationName: "restore-drill", max: 1 });
  try {
    return (await pool.query<Row>({ text })).rows;
  } finally {
    await pool.end();
  }
}

function writeOwned(file: string, text: string, ownedLike: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  giveTo(file, ownedLike);
}

/** root's PostgreSQL runs as another user. */
function giveTo(path: string, ownedLike: string): void {
  const { uid, gid } = statSync(ownedLike);
  chownSync(path, uid, gid);
}
