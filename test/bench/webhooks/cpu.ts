import { readFileSync } from "node:fs";
import { cpuSecondsOf } from "../process-cpu.ts";
import type { Bench } from "./queue.ts";

/** CPU seconds so far: of this process without the sink's thread, of the sink's thread, and of PostgreSQL with all its processes. */
export interface CpuUse {
  readonly worker: number;
  readonly sink: number;
  readonly postgres: number;
}

export function cpuUse({ sink, database }: Bench): CpuUse {
  const { user, system } = process.cpuUsage();
  const ofSink = threadSeconds(sink.threadId);
  return {
    worker: (user + system) / 1e6 - ofSink,
    sink: ofSink,
    postgres: cpuSecondsOf([database.pid]),
  };
}

/** Microseconds of CPU that each of `count` took between two looks. */
export function cpuMicros(before: CpuUse, after: CpuUse, count: number): CpuUse {
  const each = (part: keyof CpuUse) => ((after[part] - before[part]) * 1e6) / count;
  return { worker: each("worker"), sink: each("sink"), postgres: each("postgres") };
}

function threadSeconds(threadId: number): number {
  const text = readFileSync(`/proc/self/task/${String(threadId)}/schedstat`, "utf8");
  return Number(text.split(" ")[0]) / 1e9;
}
