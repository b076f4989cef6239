import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { isAlive, isPostgresOf, waitForExit } from "./process-table.ts";

export interface PostmasterFile {
  readonly pid: number;
  /** `starting`, `ready`, `stopping`, `standby`; empty at the very start. */
  readonly state: string;
}

/** What a server wrote to `postmaster.pid`: line 1 its pid, line 8 its state (the same that pg_ctl reads). */
export function readPostmasterFile(clusterDir: string): PostmasterFile | null {
  try {
    const lines = readFileSync(join(clusterDir, "postmaster.pid"), "utf8").split("\n");
    const pid = Math.abs(Number(lines[0]));
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, state: lines[7]?.trim() ?? "" } : null;
  } catch {
    return null;
  }
}

/**
 * A server that outlived its parent (kill -9) is stopped, so that this process can start its own. The caller holds the cluster's lock: no living
 * process counts on that server. A pid that now belongs to another program is never signalled, its stale file is removed.
 */
export async function stopLeftover(
  clusterDir: string,
  onProgress: (sentence: string) => void,
): Promise<void> {
  const left = readPostmasterFile(clusterDir);
  if (left === null || !isAlive(left.pid)) return;
  if (!isPostgresOf(left.pid, clusterDir)) {
    rmSync(join(clusterDir, "postmaster.pid"), { force: true });
    return;
  }
  onProgress(`Stopping the database server ${String(left.pid)} that an earlier run left behind`);
  // SIGINT = fast shutdown, SIGQUIT = immediate shutdown with recovery at the next start
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    kill(left.pid, signal);
    if (await waitForExit(left.pid, 20_000)) return;
  }
  throw new EmbeddedPostgresError(
    `The database server ${String(left.pid)} of ${clusterDir} does not stop. Stop it by hand (kill -9 ${String(left.pid)}), then start again.`,
  );
}

function kill(pid: number, signal: "SIGINT" | "SIGQUIT"): void {
  try {
    process.kill(pid, signal);
  } catch (cause) {
    if (!isAlive(pid)) return;
    throw new EmbeddedPostgresError(
      `The database server ${String(pid)} of an earlier run belongs to another user. Stop it as that user, or set DATA_DIR to another directory.`,
      { cause },
    );
  }
}
