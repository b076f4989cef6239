import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { createPoolMetrics } from "./pool-metrics.ts";

test("pools are counted as they are at the moment of the scrape", async () => {
  const registry = new Registry();
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  createPoolMetrics(registry).watch("read", pool);
  Object.assign(pool, { totalCount: 8, idleCount: 1, waitingCount: 3 });
  const text = await registry.metrics();
  expect(text).toContain('pg_pool_connections{pool="read"} 8');
  expect(text).toContain('pg_pool_idle_connections{pool="read"} 1');
  expect(text).toContain('pg_pool_waiting_requests{pool="read"} 3');
});
