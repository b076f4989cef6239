import { setTimeout as delay } from "node:timers/promises";
import { type ProcessFacts, readProcesses } from "../process-cpu.ts";

/** All that a process has started, directly or not, and is still there. Linux only: elsewhere nothing. */
export function descendantsOf(root: number): readonly ProcessFacts[] {
  const processes = readProcesses();
  const found = new Set([root]);
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid);
  }
  return processes.filter(({ pid }) => pid !== root && found.has(pid));
}

/** Waits until these very processes are gone and ends those that stay longer than `patienceMs`. */
export async function untilGone(
  started: readonly ProcessFacts[],
  patienceMs: number,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let left = stillThere(started); left.length > 0; left = stillThere(started)) {
    if (performance.now() > deadline) {
      for (const { pid } of left) signal(pid, "SIGKILL");
      return;
    }
    await delay(50);
  }
}

function stillThere(started: readonly ProcessFacts[]): readonly ProcessFacts[] {
  const wanted = new Map(started.map((one) => [one.pid, one.startedAt]));
  return readProcesses().filter(
    ({ pid, startedAt, state }) => wanted.get(pid) === startedAt && state !== "Z",
  );
}

/** Like `process.kill`; false when there is no such process. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
