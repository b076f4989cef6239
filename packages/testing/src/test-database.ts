import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  type BytesPool,
  createBytesPool,
  createPool,
  forEachRole,
  type Pool,
  type RoleName,
} from "@shipment-tracking/postgres";
import { expect, inject } from "vitest";
import { serverErrorsOf, logSizeOf } from "./server-log.ts";
import { withDatabase, type TestServer } from "./test-server.ts";

export type TestRole = RoleName | "admin";

export interface TestDatabase {
  readonly name: string;
  readonly urls: Readonly<Record<TestRole, string>>;
  /** The role's pool, made at the first call and ended by `drop`. */
  pool(role: TestRole): Pool;
  /** A pool of the read API's role whose rows come as bytes, as the API wants it. */
  apiPool(): BytesPool;
  /**
   * Lines with ERROR, FATAL or PANIC that the server logged for this database since its creation. Always empty when the tests run on a server whose
   * log cannot be read (TEST_DATABASE_URL without TEST_DATABASE_LOG).
   */
  serverErrors(): Promise<string[]>;
  /** Ends the pools and drops the database. Rejects when a client is still checked out or a connection of another pool still open: a leak. */
  drop(): Promise<void>;
}

/** A fresh database, copied from the migrated template. Only in files of the projects `integration` and `flows`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("testServer");
  const name = `${server.databasePrefix}_${testFileSlug()}_${randomBytes(4).toString("hex")}`;
  const logStart = await logSizeOf(server.logFile);
  await onServer(server, `create database ${name} template ${server.templateDatabase}`);
  const urls = urlsFor(server, name);
  const pools = new Map<TestRole | "bytes of api", Pool>();
  let apiPool: BytesPool | undefined;
  return {
    name,
    urls,
    pool: (role) => {
      const pool =
        pools.get(role) ?? createPool({ url: urls[role], applicationName: `test-${role}` });
      pools.set(role, pool);
      return pool;
    },
    apiPool: () => {
      apiPool ??= createBytesPool({ url: urls.api, applicationName: "test-api" });
      pools.set("bytes of api", apiPool);
      return apiPool;
    },
    serverErrors: () => serverErrorsOf(server.logFile, logStart, name),
    drop: () => dropDatabase(server, name, pools),
  };
}

/** Tells in a list of left-over databases which test file made them. */
function testFileSlug(): string {
  const file = basename(expect.getState().testPath ?? "unknown").replace(/\..*$/, "");
  return file
    .replaceAll(/[^a-z0-9]+/gi, "_")
    .toLowerCase()
    .slice(0, 24);
}

function urlsFor(server: TestServer, name: string): Record<TestRole, string> {
  return {
    admin: withDatabase(server.adminUrl, name),
    ...forEachRole((role) => withDatabase(server.roleUrls[role], name)),
  };
}

async function dropDatabase(
  server: TestServer,
  name: string,
  pools: ReadonlyMap<string, Pool>,
): Promise<void> {
  const leaks = await endPools(pools);
  leaks.push(...(leaks.length === 0 ? await openConnections(server, name) : []));
  await onServer(server, `drop database ${name} with (force)`);
  if (leaks.length > 0) throw new Error(`Leaked connections of ${name}: ${leaks.join("; ")}`);
}

/** Statements that nobody waits for, such as announcements, have a moment to end; `end()` would wait for ever for a client that nobody gives back. */
async function endPools(pools: ReadonlyMap<string, Pool>): Promise<string[]> {
  const ends = Promise.all([...pools.values()].map((pool) => pool.end())).then(() => true);
  if (await Promise.race([ends, delay(2_000, false)])) return [];
  return [...pools].flatMap(([role, { totalCount, idleCount }]) => {
    const busy = totalCount - idleCount;
    return busy > 0 ? [`the pool of ${role} has ${String(busy)} clients checked out`] : [];
  });
}

/** A closing connection needs a moment to leave the server's list. */
async function openConnections(server: TestServer, name: string): Promise<readonly string[]> {
  const deadline = performance.now() + 2_000;
  for (;;) {
    const rows = await onServer<{ application_name: string; query: string }>(
      server,
      `select activity.application_name, activity.query
      from pg_catalog.pg_stat_activity as activity
      where activity.datname = '${name}'
        and activity.backend_type = 'client backend'`,
    );
    if (rows.length === 0) return [];
    if (performance.now() > deadline) {
      return rows.map((row) => `${row.application_name} is connected, last query: ${row.query}`);
    }
    await delay(20);
  }
}

async function onServer<Row extends Record<string, unknown>>(
  server: TestServer,
  text: string,
): Promise<readonly Row[]> {
  const pool = createPool({
    url: server.adminUrl,
    applicationName: "test-setup",
    max: 1,
    statementTimeoutMs: 60_000,
  });
  try {
    return (await pool.query<Row>({ text })).rows;
  } finally {
    await pool.end();
  }
}
