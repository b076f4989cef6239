import { readdirSync, readFileSync } from "node:fs";

/** CPU seconds that the processes have used so far, with all their descendants. Linux only. */
export function cpuSecondsOf(roots: readonly number[]): number {
  const stats = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? statOf(name) : []));
  const found = new Set(roots);
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const { pid, parent } of stats) if (found.has(parent)) found.add(pid);
  }
  return stats.reduce((sum, { pid, seconds }) => sum + (found.has(pid) ? seconds : 0), 0);
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
}

function statOf(name: string): readonly Stat[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, "utf8");
    // the name in parentheses may hold blanks
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return [{ pid: Number(name), parent: Number(fields[1]), seconds: ticks / 100 }];
  } catch {
    return [];
  }
}
