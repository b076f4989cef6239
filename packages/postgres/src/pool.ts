import pg from "pg";
import { typeParsers } from "./type-parsers.ts";

export interface PoolOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  readonly max?: number;
  /** Longest run of one statement, in ms; default 5,000 (writers), the read API takes 2,000. */
  readonly statementTimeoutMs?: number;
  /**
   * Longest wait for a statement's answer, in ms, from when it was sent; default one second above the server's own limit, which does not help when the
   * server itself hangs or the network is cut. The connection is closed then, since what was sent behind the statement waits for it, too.
   */
  readonly queryTimeoutMs?: number;
  /** Longest wait for a free connection, in ms. */
  readonly connectTimeoutMs?: number;
  /** After this time a connection is replaced when it is next free, in s; default half an hour. */
  readonly lifetimeSeconds?: number;
  /** A connection that broke while idle; the pool replaces it, the owner logs it. */
  onIdleError?(error: Error): void;
}

/** The only place that makes a pool. The caller ends it. */
export function createPool(
  options: PoolOptions,
  Client: new () => pg.ClientBase = pg.Client,
): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 5_000;
  const pool = new pg.Pool({
    Client,
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    // the server's process of a connection collects plans and catalog entries: measured 0.95 MB a minute for all services together
    maxLifetimeSeconds: options.lifetimeSeconds ?? 1_800,
    query_timeout: options.queryTimeoutMs ?? statementTimeoutMs + 1_000,
    keepAlive: true,
    // statements are sent without waiting for the answers to those before them
    pipeline: true,
    types: typeParsers,
    options: [
      `-c statement_timeout=${String(statementTimeoutMs)}`,
      "-c idle_in_transaction_session_timeout=5000",
      "-c timezone=UTC",
      "-c default_transaction_isolation=read\\ committed",
    ].join(" "),
  });
  // without a listener a broken idle connection ends the process
  pool.on("error", (error) => {
    // the pool hangs the whole client on the error, which nobody wants in a log
    Reflect.deleteProperty(error, "client");
    // a connection that is cut while it is being closed is closed
    if (!pool.ending) options.onIdleError?.(error);
  });
  return pool;
}
