import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isAlive, startTimeOf } from "./process-table.mjs";

/**
 * Makes this process the holder of a lock file: `{release}`, or `{holder: pid}` while another living process has it. The file holds the pid and when
 * that process was started, so that a lock of a killed process is nobody's, whoever has its number now.
 */
export function acquireLock(file) {
  const mine = `${process.pid} ${startTimeOf(process.pid)}\n`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (linked(draft, file)) return { release: () => releaseLock(file, mine) };
      const found = contentOf(file);
      if (found === null) continue;
      const holder = livingHolder(found);
      if (holder !== null) return { holder };
      removeStale(file, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return { holder: 0 };
}

/** `link` is the atomic "create when absent" that also carries the content. */
function linked(draft, file) {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function livingHolder(content) {
  const [pidText = "", ...startTime] = content.trim().split(" ");
  const pid = Number(pidText);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  return startTimeOf(pid) === startTime.join(" ") ? pid : null;
}

/** Moves the stale lock aside; should another process have replaced it meanwhile, its lock is put back. */
function removeStale(file, stale) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (contentOf(aside) !== stale) linked(aside, file);
  rmSync(aside, { force: true });
}

function releaseLock(file, mine) {
  if (contentOf(file) === mine) rmSync(file, { force: true });
}

function contentOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
