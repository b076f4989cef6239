import { Gauge, type Registry } from "prom-client";

/** What is counted of a pool of database connections; pg's `Pool` is one. */
export interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export interface PoolMetrics {
  /** `name`: what the pool is for, for example `read`. */
  watch(name: string, pool: CountedPool): void;
}

/** Connections of the process by pool, as they are at the moment of the scrape. */
export function createPoolMetrics(registry: Registry): PoolMetrics {
  const pools = new Map<string, CountedPool>();
  const gauge = (name: string, help: string, count: (pool: CountedPool) => number): void => {
    void new Gauge({
      name,
      help,
      labelNames: ["pool"],
      registers: [registry],
      collect() {
        for (const [name, pool] of pools) this.set({ pool: name }, count(pool));
      },
    });
  };
  gauge("pg_pool_connections", "Open connections to the database", (pool) => pool.totalCount);
  gauge("pg_pool_idle_connections", "Connections that nobody uses", (pool) => pool.idleCount);
  gauge(
    "pg_pool_waiting_requests",
    "Queries that wait for a connection",
    (pool) => pool.waitingCount,
  );
  return {
    watch(name, pool) {
      pools.set(name, pool);
    },
  };
}
