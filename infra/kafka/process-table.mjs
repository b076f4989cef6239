import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** True while the process runs. One that ended but was not collected (a container without an init process) runs no more. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  const fields = statFields(pid);
  // while it ends, its first thread can be done before the others, which still hold its ports
  if (fields) return fields[0] !== "Z" || Number(fields[17]) > 1;
  return !(psField(pid, "stat") ?? "Z").startsWith("Z");
}

/** Something that two processes with the same number do not share: when it was started. null when there is no such process. */
export function startTimeOf(pid) {
  return statFields(pid)?.[19] ?? psField(pid, "lstart");
}

/** The command with its arguments, "" when there is no such process. */
export function commandLineOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return psField(pid, "command") ?? "";
  }
}

/** Resolves to true when the process is gone within the time. */
export async function waitForExit(pid, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await delay(20);
  }
  return true;
}

/** The fields of /proc/PID/stat from the state on; the name before it may hold anything. null where there is no /proc. */
function statFields(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

function psField(pid, field) {
  try {
    const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("ps", ["-o", `${field}=`, "-p", String(pid)], options).trim() || null;
  } catch {
    return null;
  }
}
