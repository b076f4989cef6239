import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureTopic, type KafkaConnection } from "@shipment-tracking/event-log";
import { type Relay, startRelay } from "@shipment-tracking/relay-service";
import { createLogger } from "@shipment-tracking/runtime";
import {
  createTestDatabase,
  createTestTopicName,
  describeKafka,
  type TestDatabase,
  testBroker,
} from "@shipment-tracking/testing";
import { createTenant } from "@shipment-tracking/web-service";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Check } from "./doctor/check.ts";
import { runTracking } from "./fixtures/run-tracking.ts";

let db: TestDatabase;
let dataDir: string;
let relay: Relay | null = null;

beforeEach(async () => {
  db = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "tracking-kafka-"));
});

afterEach(async () => {
  await relay?.stop();
  relay = null;
  await db.drop();
  rmSync(dataDir, { recursive: true });
});

async function run(
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const databases = { DATABASE_URL: db.urls.admin, RELAY_DATABASE_URL: db.urls.relay };
  const ran = await runTracking([command, "--json"], { DATA_DIR: dataDir, ...databases, ...env });
  expect(ran.err).toBe("");
  return JSON.parse(ran.out) as Readonly<Record<string, unknown>>;
}

async function doctor(env: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Check>> {
  const { checks } = await run("doctor", env);
  return new Map((checks as readonly Check[]).map((check) => [check.name, check]));
}

async function identity(): Promise<unknown> {
  const { rows } = await db.pool("admin").query<{ id: string }>({
    text: "select log_identity.id from write.log_identity",
  });
  return rows[0]?.id;
}

describeKafka("the commands that know Kafka", () => {
  it("doctor looks at brokers, topic and relay; restored makes the topic's records strangers", async () => {
    const broker = testBroker();
    if ("skipped" in broker) throw new Error(broker.skipped);
    const topic = createTestTopicName();
    const env = { KAFKA_BROKERS: broker.brokers.join(","), KAFKA_TOPIC: topic };
    const connection: KafkaConnection = { brokers: broker.brokers, topic, ssl: false, sasl: null };
    const before = await doctor(env);
    expect(before.get("kafka")).toMatchObject({
      status: "fail",
      message: `Kafka has no topic ${topic} (${broker.brokers.join(", ")}).`,
    });
    expect(before.get("relay_heartbeat")?.message).toBe("No relay is registered.");

    await ensureTopic(connection);
    const actor = { kind: "system", id: null } as const;
    await createTenant(db.pool("web"), { name: "Published", actor });
    const behind = await doctor(env);
    expect(behind.get("kafka")?.status).toBe("ok");
    expect(behind.get("relay_lag")?.message).toMatch(/^1 event is not published yet/);

    const log = createLogger({ service: "relay", level: "silent" });
    relay = await startRelay({ connection, pool: db.pool("relay"), log });
    await expect
      .poll(async () => (await doctor(env)).get("relay_lag")?.message, { timeout: 20_000 })
      .toBe("The topic has everything that was committed.");
    const running = await doctor(env);
    expect(running.get("relay_heartbeat")).toMatchObject({ status: "ok", remedy: null });
    await relay.stop();
    relay = null;

    const old = await identity();
    const { logId } = await run("restored", {});
    expect(logId).not.toBe(old);
    expect(await identity()).toBe(logId);
    expect((await doctor(env)).get("relay_lag")?.message).toMatch(/^1 event is not published yet/);
  }, 120_000);
});

it("doctor says what to do about brokers that do not answer, and says nothing of Kafka without them", async () => {
  const checks = await doctor({ KAFKA_BROKERS: "127.0.0.1:9" });
  expect(checks.get("kafka")?.status).toBe("fail");
  expect(checks.get("kafka")?.remedy).toMatch(/^Start the brokers and a relay, or correct KAFKA_/);
  const without = await doctor({});
  for (const name of ["kafka", "relay_heartbeat", "relay_lag"]) {
    expect(without.has(name)).toBe(false);
  }
}, 60_000);
