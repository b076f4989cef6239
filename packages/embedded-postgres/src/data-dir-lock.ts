import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { isAlive, startTokenOf } from "./process-table.ts";

export interface DataDirLock {
  /** Gives the directory free; a lock of a process that died is taken over by the next one. */
  release(): void;
}

/**
 * Makes this process the only user of an existing directory. Throws an `EmbeddedPostgresError` when a living process has it. The lock is the file
 * `lock` with the owner's pid; it needs no clean-up after kill -9.
 */
export function acquireDataDirLock(dataDir: string): DataDirLock {
  return acquireLock(join(dataDir, "lock"), dataDir);
}

/** The same for any lock file; `subject` is the directory named in the refusal. */
export function acquireLock(file: string, subject: string): DataDirLock {
  const mine = `${String(process.pid)} ${startTokenOf(process.pid) ?? ""}\n`;
  const draft = `${file}.${String(process.pid)}`;
  writeFileSync(draft, mine);
  try {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (linked(draft, file)) return { release: () => releaseLock(file, mine) };
      const found = contentOf(file);
      if (found !== null) refuseWhenAlive(found, subject);
      if (found !== null) removeStale(file, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new EmbeddedPostgresError(
    `The lock ${file} keeps changing hands. Stop the other processes that use ${subject}.`,
  );
}

/** `link` is the atomic "create when absent" that also carries the content. */
function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function refuseWhenAlive(content: string, subject: string): void {
  const [pidText = "", token = ""] = content.trim().split(" ");
  const pid = Number(pidText);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return;
  // the number may have gone to another process since
  if (token !== "" && startTokenOf(pid) !== token) return;
  throw new EmbeddedPostgresError(
    `The directory ${subject} is in use by process ${pidText}. Stop that process, or choose another directory.`,
  );
}

/** Moves the stale lock aside; should another process have replaced it meanwhile, its lock is put back. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.stale-${String(process.pid)}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (contentOf(aside) !== stale) linked(aside, file);
  rmSync(aside, { force: true });
}

function releaseLock(file: string, mine: string): void {
  if (contentOf(file) === mine) rmSync(file, { force: true });
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
