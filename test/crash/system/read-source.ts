import type { ServiceProcess } from "./service-process.ts";

/** Where a projector's records come from now; null when its metrics do not say. */
export async function readSource(process: ServiceProcess): Promise<string | null> {
  const response = await fetch(process.metricsUrl, { signal: AbortSignal.timeout(2_000) });
  const metrics = await response.text();
  return /^log_consumer_source\{[^}]*source="(\w+)"[^}]*\} 1$/m.exec(metrics)?.[1] ?? null;
}
