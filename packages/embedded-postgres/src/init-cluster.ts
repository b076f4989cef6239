import { spawn } from "node:child_process";
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { makeOwned } from "./cluster-location.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { asUser, serverEnvironment, type OsUser } from "./os-user.ts";

export interface ClusterOptions {
  readonly binaries: Binaries;
  readonly clusterDir: string;
  readonly osUser: OsUser | null;
  readonly user: string;
  readonly password: string;
  /** False skips the flush to disk, for throw-away clusters. */
  readonly durable: boolean;
}

/** Makes the cluster when it is absent; it appears in one step, so a start that was killed leaves nothing half made. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { clusterDir, binaries } = options;
  const version = versionOf(clusterDir);
  if (version === binaries.major) return;
  if (version !== null) {
    throw new EmbeddedPostgresError(
      `${clusterDir} holds a database of PostgreSQL ${String(version)}, this installation brings PostgreSQL ${String(binaries.major)}. Use the version that made it, move the data with pg_dump, or set DATA_DIR to another directory.`,
    );
  }
  if (existsSync(clusterDir)) {
    throw new EmbeddedPostgresError(
      `${clusterDir} exists but holds no PostgreSQL database. Remove it, or set DATA_DIR to another directory.`,
    );
  }
  await initCluster(options);
}

async function initCluster(options: ClusterOptions): Promise<void> {
  const draft = `${options.clusterDir}.new`;
  const passwordFile = join(draft, "password");
  rmSync(draft, { recursive: true, force: true });
  makeOwned(draft, options.osUser);
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (options.osUser) chownSync(passwordFile, options.osUser.uid, options.osUser.gid);
  try {
    await runInitdb(options, draft, passwordFile);
    renameSync(join(draft, "cluster"), options.clusterDir);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function runInitdb(options: ClusterOptions, draft: string, passwordFile: string): Promise<void> {
  const args = ["-D", join(draft, "cluster"), "-U", options.user, `--pwfile=${passwordFile}`];
  args.push("--auth=scram-sha-256", "--encoding=UTF8", "--locale=C");
  // the same case rules on every machine, whatever its C library knows
  if (options.binaries.major >= 17) {
    args.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  } else {
    // older ones run in tests only
    args.push("--lc-ctype=C.UTF-8");
  }
  if (!options.durable) args.push("--no-sync");
  const initdb = spawn(join(options.binaries.directory, "bin", "initdb"), args, {
    ...asUser(options.osUser),
    cwd: draft,
    stdio: ["ignore", "ignore", "pipe"],
    env: serverEnvironment(),
  });
  let complaint = "";
  initdb.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  return new Promise((resolve, reject) => {
    initdb.once("error", reject);
    initdb.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new EmbeddedPostgresError(`The database could not be made: ${complaint.trim()}`));
    });
  });
}

/** null: no cluster there. */
function versionOf(clusterDir: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(clusterDir, "PG_VERSION"), "utf8"), 10);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EACCES")) return null;
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} belongs to another user. Start as that user, or set DATA_DIR to another directory.`,
      { cause },
    );
  }
}
