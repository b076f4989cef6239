import { randomBytes } from "node:crypto";
import { join } from "node:path";
import {
  createPool,
  ensureLoginRoles,
  ensureRoles,
  forEachRole,
  migrate,
} from "@shipment-tracking/postgres";
import type { TestProject } from "vitest/node";
import { createKafkaRun, type KafkaRun } from "./kafka/kafka-setup.ts";
import { startCluster, type TestCluster } from "./test-cluster.ts";
import { withDatabase, type TestServer } from "./test-server.ts";

/**
 * vitest's global set-up of the projects `integration` and `flows`: one server and one migrated template database for all of them, and one
 * Kafka broker when a selected test wants it. The returned tear-down fails the run when a test database was not dropped.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = sharedRun();
  run.users += 1;
  run.started ??= startRun();
  const tearDown = async (): Promise<void> => {
    run.users -= 1;
    if (run.users > 0) return;
    const { started } = run;
    run.started = null;
    await Promise.all([run.kafka.stop(), started?.then(endRun)]);
  };
  try {
    const [{ server }, kafka] = await Promise.all([run.started, run.kafka.context(project)]);
    project.provide("testServer", server);
    project.provide("kafka", kafka);
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

interface SharedRun {
  users: number;
  started: Promise<StartedRun> | null;
  readonly kafka: KafkaRun;
}

interface StartedRun {
  readonly server: TestServer;
  readonly cluster: TestCluster;
}

/** Each project loads this module anew, in one process: what they share hangs on a global symbol. */
function sharedRun(): SharedRun {
  const key = Symbol.for("shipment-tracking.test-run");
  // as: a symbol of our own on the global object has no declared type
  const holder = globalThis as unknown as Record<symbol, SharedRun | undefined>;
  return (holder[key] ??= { users: 0, started: null, kafka: createKafkaRun() });
}

async function startRun(): Promise<StartedRun> {
  const cluster = await startCluster();
  try {
    return { cluster, server: await prepare(cluster) };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function prepare(cluster: TestCluster): Promise<TestServer> {
  const runId = randomBytes(4).toString("hex");
  const databasePrefix = `tracking_test_${runId}`;
  const templateDatabase = `${databasePrefix}_template`;
  await onServer(cluster.url, [`create database ${templateDatabase}`]);
  await ensureRoles(cluster.url);
  const password = randomBytes(12).toString("hex");
  const passwords = forEachRole(() => password);
  const roleUrls = await ensureLoginRoles(cluster.url, { prefix: databasePrefix, passwords });
  await migrate({ url: withDatabase(cluster.url, templateDatabase), sets: migrationSets() });
  const { url: adminUrl, logFile } = cluster;
  return { adminUrl, templateDatabase, databasePrefix, roleUrls, logFile };
}

function migrationSets(): readonly { name: string; directory: string }[] {
  const root = join(import.meta.dirname, "..", "..", "..");
  return [
    { name: "event-log", directory: join(root, "packages/event-log/migrations") },
    { name: "web", directory: join(root, "services/web/migrations") },
    { name: "webhooks", directory: join(root, "packages/webhooks/migrations") },
    { name: "read-model", directory: join(root, "packages/read-model/migrations") },
  ];
}

async function endRun({ server, cluster }: StartedRun): Promise<void> {
  try {
    const left = await databasesOf(server);
    const roles = Object.values(server.roleUrls).map((url) => new URL(url).username);
    await onServer(server.adminUrl, [
      ...left.map((name) => `drop database if exists ${name} with (force)`),
      `drop role ${roles.join(", ")}`,
    ]);
    const forgotten = left.filter((name) => name !== server.templateDatabase);
    if (forgotten.length > 0)
      failRun(`Test databases that nobody dropped: ${forgotten.join(", ")}`);
  } finally {
    await cluster.stop();
  }
}

/** vitest prints an error of a tear-down and then reports success: the exit code has to be set here. */
function failRun(sentence: string): void {
  process.exitCode = 1;
  process.stderr.write(`${sentence}\n`);
}

async function databasesOf(server: TestServer): Promise<readonly string[]> {
  const pool = createPool({ url: server.adminUrl, applicationName: "test-setup", max: 1 });
  try {
    const { rows } = await pool.query<{ datname: string }>({
      text: "select datname from pg_catalog.pg_database where starts_with(datname, $1)",
      values: [server.databasePrefix],
    });
    return rows.map((row) => row.datname);
  } finally {
    await pool.end();
  }
}

async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const pool = createPool({
    url,
    applicationName: "test-setup",
    max: 1,
    statementTimeoutMs: 60_000,
  });
  try {
    for (const text of statements) await pool.query({ text });
  } finally {
    await pool.end();
  }
}
