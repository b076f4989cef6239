import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** True while the process runs, whoever owns it. One that ended but was not collected (a container without an init process) runs no more. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    const otherOwner = error instanceof Error && "code" in error && error.code === "EPERM";
    if (!otherOwner) return false;
  }
  return statFields(pid)?.[0] !== "Z";
}

/**
 * Something that two processes with the same number do not share: the start time in clock ticks where `/proc` exists, else the start time as `ps`
 * prints it, else null.
 */
export function startTokenOf(pid: number): string | null {
  return statFields(pid)?.[19] ?? psField(pid, "lstart");
}

/** True when the process is a PostgreSQL server of this cluster: a server works in its cluster's directory. */
export function isPostgresOf(pid: number, clusterDir: string): boolean {
  try {
    const command = readFileSync(`/proc/${String(pid)}/cmdline`, "utf8").split("\0")[0] ?? "";
    const directory = realpathSync(`/proc/${String(pid)}/cwd`);
    return /postgres(\.exe)?$/.test(command) && directory === realpathSync(clusterDir);
  } catch {
    return psField(pid, "command")?.includes(clusterDir) === true;
  }
}

/** Resolves to true when the process is gone within the time. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

/** Fields of `/proc/<pid>/stat` from the third (the state) on; null where there is none. */
function statFields(pid: number): readonly string[] | null {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, "utf8");
    // the second field is a name in brackets that may hold blanks and brackets
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

function psField(pid: number, field: "lstart" | "command"): string | null {
  try {
    const output = execFileSync("ps", ["-o", `${field}=`, "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return output.trim() || null;
  } catch {
    return null;
  }
}
