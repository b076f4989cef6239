import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** Where a process keeps its metrics; `/metrics` shows it. */
export type MetricsRegistry = Registry;

interface AnsweredRequest {
  readonly method: string;
  /** The route's pattern, never the URL. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface HttpMetrics {
  observe(request: AnsweredRequest): void;
}

/** The event loop's lag is sampled this often, and each sample holds this time too. The default, 10 ms, is more than all else that an idle process does. */
const eventLoopMonitoringPrecision = 100;

/** A registry with the process's own metrics (CPU, memory, event loop). */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  return registry;
}

/** Duration of answered requests by method, route pattern and status, as `http_request_seconds`. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const histogram = new Histogram({
    name: "http_request_seconds",
    help: "Duration of answered requests in seconds",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return {
    observe({ method, route, status, seconds }) {
      histogram.observe({ method, route, status: String(status) }, seconds);
    },
  };
}
