import { readdirSync, readFileSync } from "node:fs";

/** CPU seconds that the processes have used so far, with all their descendants. Linux only. */
export function cpuSecondsOf(roots: readonly number[]): number {
  const processes = readProcesses();
  const found = new Set(roots);
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid);
  }
  return processes.reduce((sum, { pid, seconds }) => sum + (found.has(pid) ? seconds : 0), 0);
}

export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** One letter, as in /proc: "Z" is one that ended and was not collected. */
  readonly state: string;
  /** CPU time so far, with that of children that ended. */
  readonly seconds: number;
  /** When it started, in ticks: two processes that had the same number, one after the other, differ in it. */
  readonly startedAt: number;
}

/** Every process of the machine; none where there is no /proc. */
export function readProcesses(): readonly ProcessFacts[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? factsOf(name) : []));
  } catch {
    return [];
  }
}

function factsOf(name: string): readonly ProcessFacts[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, "utf8");
    // the name in parentheses may hold blanks
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // its own and its ended children's, whose time would otherwise be gone: a connection's process ends with the connection
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const [state = "", parent] = fields;
    const startedAt = Number(fields[19]);
    return [{ pid: Number(name), parent: Number(parent), state, seconds: ticks / 100, startedAt }];
  } catch {
    return [];
  }
}
