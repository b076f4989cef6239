import { readFileSync } from "node:fs";
import { request } from "undici";
import type { BenchServices } from "../../bench/services/bench-services.ts";
import { readProcesses } from "../../bench/process-cpu.ts";

/** Bytes. */
export interface Memory {
  readonly rss: number;
  /** Heap and buffers in use, garbage included; null where the process is no service. */
  readonly inUse: number | null;
}

/** Of each service as it says itself on `/metrics`, and of PostgreSQL: what its processes have for themselves alone. */
export async function readMemory(services: BenchServices): Promise<ReadonlyMap<string, Memory>> {
  const found = new Map<string, Memory>();
  for (const [name, url] of services.healthUrls) found.set(name, await memoryOfService(url));
  found.set("PostgreSQL", { rss: privateBytes(services.database.pid), inUse: null });
  return found;
}

async function memoryOfService(url: string): Promise<Memory> {
  const { body } = await request(`${url}/metrics`);
  const text = await body.text();
  const valueOf = (metric: string): number => {
    const value = new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1];
    if (value === undefined) throw new Error(`${url} shows no ${metric}`);
    return Number(value);
  };
  return {
    rss: valueOf("process_resident_memory_bytes"),
    inUse: valueOf("nodejs_heap_size_used_bytes") + valueOf("nodejs_external_memory_bytes"),
  };
}

/** Shared buffers are one and the same in all of PostgreSQL's processes: anonymous memory is what grows. */
function privateBytes(root: number): number {
  return readProcesses()
    .filter(({ pid, parent }) => pid === root || parent === root)
    .reduce((sum, { pid }) => sum + anonymousBytes(pid), 0);
}

function anonymousBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // it ended meanwhile
    return 0;
  }
}
