import { Registry } from "prom-client";
import type { Shutdown } from "../lifecycle/shutdown.ts";
import { type ConsumerMetrics, createConsumerMetrics } from "./consumer-metrics.ts";
import { type HealthCheck, startHealthServer } from "./health-server.ts";
import { createHttpMetrics, createMetrics, type HttpMetrics } from "./metrics.ts";
import { type CountedPool, createPoolMetrics } from "./pool-metrics.ts";

export interface PrivatePortOptions {
  readonly host: string;
  /** 0 takes a free port; null: nobody listens, and nothing is measured of the process itself. */
  readonly port: number | null;
  /** Closes the port. */
  readonly shutdown: Shutdown;
}

/** What a process tells about itself to those who run it. */
export interface PrivatePort {
  /** Null when nobody listens. */
  readonly port: number | null;
  readonly registry: Registry;
  readonly http: HttpMetrics;
  readonly consumers: ConsumerMetrics;
  watchPool(name: string, pool: CountedPool): void;
  /** The process is ready while this resolves. */
  check(name: string, check: HealthCheck): void;
  /** From now on the checks decide whether the process is ready. */
  started(): void;
  /** From now on it is not ready. */
  drain(): void;
}

/** Opens `/healthz`, `/readyz` and `/metrics`: alive at once, ready after `started`. */
export async function openPrivatePort(options: PrivatePortOptions): Promise<PrivatePort> {
  const { host, port, shutdown } = options;
  const checks: Record<string, HealthCheck> = {};
  const registry = port === null ? new Registry() : createMetrics();
  const pools = createPoolMetrics(registry);
  const health =
    port === null
      ? null
      : await startHealthServer({ host, port, checks, metrics: registry, starting: true });
  if (health !== null) shutdown.add("private port", () => health.close());
  return {
    port: health?.port ?? null,
    registry,
    http: createHttpMetrics(registry),
    consumers: createConsumerMetrics(registry),
    watchPool: (name, pool) => {
      pools.watch(name, pool);
    },
    check(name, check) {
      checks[name] = check;
    },
    started: () => health?.started(),
    drain: () => health?.drain(),
  };
}
