import { randomUUID } from "node:crypto";
import { encodeEvent } from "@shipment-tracking/contracts";
import {
  announceNews,
  appendEvents,
  createPostgresEngine,
  partOf,
} from "@shipment-tracking/event-log";
import { inTransaction } from "@shipment-tracking/postgres";
import {
  createLogger,
  createShutdown,
  openPrivatePort,
  type Running,
} from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadProjectorConfig } from "./config.ts";
import { DatabaseLine } from "./fixtures/database-line.ts";
import { readProjectorLag } from "./read-projector-lag.ts";
import { startProjector } from "./start-projector.ts";
import { startProjectorProcess } from "./start.ts";

let db: TestDatabase;
let line: DatabaseLine;
let running: Running | undefined;
let base: string;

beforeEach(async () => {
  db = await createTestDatabase();
  line = await DatabaseLine.open(db.urls.projector);
});
afterEach(async () => {
  line.heal();
  await running?.stop();
  running = undefined;
  line.close();
  await db.drop();
});

async function start(): Promise<void> {
  let port = 0;
  const write = (text: string): void => {
    port = (JSON.parse(text) as { healthPort?: number }).healthPort ?? port;
  };
  const config = loadProjectorConfig({ PROJECTOR_DATABASE_URL: line.url, HEALTH_PORT: "0" });
  const log = createLogger({ service: "projector", level: "info", destination: { write } });
  running = await startProjectorProcess(config, log);
  base = `http://127.0.0.1:${String(port)}`;
}

async function readiness(): Promise<readonly [number, Readonly<Record<string, string>>]> {
  const answer = await fetch(`${base}/readyz`);
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  return [answer.status, checks];
}

interface Scrape {
  readonly status: number;
  readonly ms: number;
  value(sample: string): number | undefined;
}

async function scrape(): Promise<Scrape> {
  const startedAt = performance.now();
  const answer = await fetch(`${base}/metrics`);
  const lines = (await answer.text()).split("\n");
  return {
    status: answer.status,
    ms: performance.now() - startedAt,
    value(sample) {
      const found = lines.find((one) => one.startsWith(`${sample} `));
      return found === undefined ? undefined : Number(found.slice(sample.length + 1));
    },
  };
}

const valueOf = async (sample: string): Promise<number | undefined> =>
  (await scrape()).value(sample);

async function append(streamId: string, data?: unknown): Promise<void> {
  const event = encodeEvent({ type: "tenant.created", name: "Acme" });
  const recordedAt = new Date().toISOString();
  const events = [
    {
      id: randomUUID(),
      ...event,
      ...(data === undefined ? {} : { data }),
      occurredAt: recordedAt,
      recordedAt,
      actor: { kind: "system" as const, id: null },
      traceparent: null,
    },
  ];
  await inTransaction(db.pool("web"), (tx) =>
    appendEvents(tx, [{ tenantId: streamId, streamId, expectedVersion: 0, events }]),
  );
}

const heartbeat = 'log_consumer_heartbeat_age_seconds{consumer="projector"}';
const lag = (unit: "events" | "seconds", part: number): string =>
  `log_consumer_lag_${unit}{consumer="projector",part="${String(part)}"}`;

describe("the projector's private port", () => {
  test("is ready with everything in place, and counts what was applied", async () => {
    await start();
    await expect.poll(readiness).toEqual([
      200,
      {
        readDatabase: "ok",
        log: "ok",
        readMigrations: "ok",
        logMigrations: "ok",
        consumer: "ok",
      },
    ]);
    const stream = randomUUID();
    await append(stream);
    await expect.poll(() => valueOf("log_head_events"), { timeout: 5_000 }).toBe(1);
    await expect.poll(() => valueOf(lag("events", partOf(stream))), { timeout: 5_000 }).toBe(0);
    const metrics = await scrape();
    expect(metrics.value('log_consumer_parts{consumer="projector"}')).toBe(64);
    expect(
      metrics.value('log_consumer_records_total{consumer="projector",source="postgres"}'),
    ).toBe(1);
    expect(metrics.value('log_delivery_records_sum{consumer="projector"}')).toBe(1);
    expect(metrics.value('pg_pool_waiting_requests{pool="read"}')).toBe(0);
    expect(metrics.value(lag("seconds", 63))).toBe(0);
  });

  test("counts parked streams", async () => {
    await start();
    await append(randomUUID(), { name: "" });
    await expect
      .poll(() => valueOf('parked_streams{consumer="projector"}'), { timeout: 5_000 })
      .toBe(1);
  });

  test("counts the announcements that are heard, and tells when none gets through", async () => {
    const reliable = 'log_announcements_reliable{consumer="projector"}';
    const heard = 'log_announcements_heard_total{consumer="projector"}';
    await start();
    await expect.poll(() => valueOf(reliable), { timeout: 5_000 }).toBe(1);
    // its own one
    expect(await valueOf(heard)).toBe(1);
    announceNews(db.pool("web"));
    await expect.poll(() => valueOf(heard), { timeout: 5_000 }).toBe(2);
    line.cut();
    await expect.poll(() => valueOf(reliable), { timeout: 5_000 }).toBe(0);
    line.heal();
    await expect.poll(() => valueOf(reliable), { timeout: 15_000 }).toBe(1);
    expect(await valueOf(heard)).toBeGreaterThan(2);
  }, 30_000);

  test("shows a delivery that hangs: lag exact and growing older, heartbeat growing older", async () => {
    await start();
    const blocker = await db.pool("admin").connect();
    try {
      await blocker.query({ text: "begin" });
      await blocker.query({ text: "lock table read.positions in exclusive mode" });
      const stream = randomUUID();
      await append(stream);
      const part = partOf(stream);
      await expect.poll(() => valueOf(lag("events", part)), { timeout: 5_000 }).toBe(1);
      await expect.poll(() => valueOf(heartbeat), { timeout: 5_000 }).toBeGreaterThan(1);
      const first = (await valueOf(lag("seconds", part))) ?? 0;
      await expect
        .poll(() => valueOf(lag("seconds", part)), { timeout: 5_000 })
        .toBeGreaterThan(first + 0.5);
    } finally {
      await blocker.query({ text: "rollback" });
      blocker.release();
    }
    await expect.poll(() => valueOf(heartbeat), { timeout: 10_000 }).toBeLessThan(1);
  });

  test.each(["cut", "hang"] as const)(
    "answers while the database cannot be reached (%s): no lag rather than a remembered one",
    async (fault) => {
      await start();
      await expect.poll(() => valueOf("log_head_events")).toBe(0);
      line[fault]();
      const unread = 'log_consumer_scrape_up{consumer="projector"}';
      await expect.poll(() => valueOf(unread), { timeout: 5_000 }).toBe(0);
      const metrics = await scrape();
      expect([metrics.status, metrics.ms < 1_500]).toEqual([200, true]);
      expect(metrics.value(lag("events", 0))).toBeUndefined();
      expect(metrics.value("log_head_events")).toBeUndefined();
      expect(
        metrics.value('log_consumer_scrape_errors_total{consumer="projector"}'),
      ).toBeGreaterThan(0);
      const [status, checks] = await readiness();
      const broken = fault === "cut" ? "failed" : "timeout";
      expect([status, checks["readDatabase"], checks["log"]]).toEqual([503, broken, broken]);
      line.heal();
      await expect.poll(() => valueOf(unread), { timeout: 15_000 }).toBe(1);
      await expect.poll(async () => (await readiness())[0], { timeout: 15_000 }).toBe(200);
    },
    40_000,
  );

  test("counts what a member that ended left behind, while its heartbeat ages", async () => {
    const pool = db.pool("projector");
    const log = createLogger({ service: "projector", level: "silent" });
    const shutdown = createShutdown(log);
    const port = await openPrivatePort({ host: "127.0.0.1", port: 0, shutdown });
    base = `http://127.0.0.1:${String(port.port)}`;
    const engine = createPostgresEngine({ pool });
    const probe = port.consumers.add("projector", () =>
      readProjectorLag({ read: pool, log: pool }),
    );
    const projector = await startProjector({ engine, pool, log, probe });
    await projector.stop();
    const stream = randomUUID();
    await append(stream);
    await expect.poll(() => valueOf(lag("events", partOf(stream))), { timeout: 5_000 }).toBe(1);
    await expect.poll(() => valueOf(heartbeat), { timeout: 5_000 }).toBeGreaterThan(1);
    expect(await valueOf('log_consumer_parts{consumer="projector"}')).toBe(0);
    await shutdown.run();
    await engine.close();
  });

  test("is not ready while the tables are older than the program", async () => {
    await db.pool("admin").query({
      text: "delete from public.migrations_read_model where name = (select max(name) from public.migrations_read_model)",
    });
    await start();
    const [status, checks] = await readiness();
    expect([status, checks["readMigrations"], checks["logMigrations"]]).toEqual([
      503,
      "failed",
      "ok",
    ]);
  });
});
