import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { partCount, readLogIdentity, readPart } from "@shipment-tracking/event-log";
import { createLogger } from "@shipment-tracking/runtime";
import {
  createTestDatabase,
  createTestTopicName,
  describeKafka,
  type TestDatabase,
  testBroker,
} from "@shipment-tracking/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RawTopic } from "./fixtures/raw-topic.ts";
import { appendStreams, headsOf } from "./fixtures/write-log.ts";
import { readPublished } from "./read-relay-lag.ts";
import { type Relay, startRelay } from "./start-relay.ts";

let db: TestDatabase;
let topic: RawTopic;
const running: Relay[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
  topic = new RawTopic(brokers(), createTestTopicName());
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((relay) => relay.stop()));
  for (const child of children.splice(0)) await end(child, "SIGKILL");
  if (!("skipped" in testBroker())) await topic.remove();
  expect(await db.serverErrors()).toEqual([]);
  await db.drop();
});

describeKafka("the relay and real brokers", () => {
  test("a record is a CloudEvent in binary mode, in the partition of its part", async () => {
    await appendStreams(db, 1);
    await start();
    await expectPublished();
    const [[part] = [0]] = await headsOf(db);
    const [event] = await readPart(db.pool("relay"), part, { afterPos: 0, limit: 1 });
    const records = await topic.read();
    expect(records).toEqual([
      {
        part,
        offset: 0,
        key: event?.streamId,
        value: JSON.stringify(event?.data),
        headers: {
          "content-type": "application/json",
          ce_specversion: "1.0",
          ce_id: event?.id,
          ce_type: "tenant.created",
          ce_source: `/logs/${await readLogIdentity(db.pool("relay"))}`,
          ce_subject: event?.streamId,
          ce_time: event?.occurredAt,
          ce_tenantid: event?.tenantId,
          ce_streamversion: "1",
          ce_position: "1",
          ce_recordedat: event?.recordedAt,
          ce_schemaversion: "1",
          ce_actorkind: "system",
        },
      },
    ]);
  });

  test("10,000 events come once each, in the order of their parts, while writers compete and two relays share the parts", async () => {
    const backlog = Array.from({ length: 8 }, () => appendStreams(db, 500, 2));
    await Promise.all(backlog);
    await start();
    await start();
    const writers = Array.from({ length: 4 }, async () => {
      for (let turn = 0; turn < 5; turn += 1) await appendStreams(db, 50, 2);
    });
    await Promise.all(writers);
    await expectPublished();
    const positions = positionsOf(await topic.read());
    for (const [part, head] of await headsOf(db)) {
      expect(firstComings(positions.get(part) ?? [])).toEqual(
        Array.from({ length: head }, (_, index) => index + 1),
      );
    }
    // a part that changes hands can be published twice, and most do not
    expect([...positions.values()].flat().length).toBeLessThan(12_000);
  });

  test("a topic that is deleted is made and filled again", async () => {
    await appendStreams(db, 200);
    await start();
    await expectPublished();
    await topic.remove();
    await expect.poll(topicSize, { timeout: 20_000 }).toBe(200);
    await appendStreams(db, 100);
    await expectPublished();
    expect(await topicSize()).toBe(300);
  });

  test("a log with a new identity is published anew beside the old records", async () => {
    await appendStreams(db, 50);
    await start();
    await expectPublished();
    await db.pool("admin").query({ text: "update write.log_identity set id = gen_random_uuid()" });
    await expect.poll(topicSize, { timeout: 20_000 }).toBe(100);
    await expectPublished();
    const source = `/logs/${await readLogIdentity(db.pool("relay"))}`;
    const own = (await topic.read()).filter(({ headers }) => headers["ce_source"] === source);
    expect(own).toHaveLength(50);
  });

  test("a process that is killed between acknowledgement and position publishes again, and ends with 0 on SIGTERM", async () => {
    await appendStreams(db, 100);
    const killed = startProcess({ FAILPOINTS: "relay.after-ack=kill" });
    expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);
    expect(await topicSize()).toBeGreaterThan(0);
    const next = startProcess();
    await expectPublished();
    const positions = positionsOf(await topic.read());
    for (const [part, head] of await headsOf(db)) {
      const comings = positions.get(part) ?? [];
      expect(firstComings(comings)).toHaveLength(head);
    }
    expect([...positions.values()].flat().length).toBeGreaterThan(100);
    const startedAt = performance.now();
    expect(await end(next, "SIGTERM")).toEqual([0, null]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  }, 60_000);
});

test("a process without brokers waits for them, and stops within 2 s", async () => {
  const child = startProcess({ KAFKA_BROKERS: "127.0.0.1:9" });
  await expect.poll(() => output(child), { timeout: 20_000 }).toMatch(/cannot be published/);
  const startedAt = performance.now();
  expect(await end(child, "SIGTERM")).toEqual([0, null]);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
}, 30_000);

function brokers(): readonly string[] {
  const broker = testBroker();
  return "skipped" in broker ? ["127.0.0.1:9"] : broker.brokers;
}

async function start(): Promise<Relay> {
  const relay = await startRelay({
    connection: { brokers: brokers(), topic: topic.name, ssl: false, sasl: null },
    pool: db.pool("relay"),
    log: createLogger({ service: "relay", level: "silent" }),
    leaseMs: 1_000,
    compareEveryMs: 500,
  });
  running.push(relay);
  return relay;
}

const outputs = new Map<ChildProcess, string>();

function startProcess(env: Readonly<Record<string, string>> = {}): ChildProcess {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", main], {
    env: {
      PATH: process.env["PATH"],
      RELAY_DATABASE_URL: db.urls.relay,
      KAFKA_BROKERS: brokers().join(","),
      KAFKA_TOPIC: topic.name,
      HEALTH_PORT: "0",
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.on("data", (text) => outputs.set(child, output(child) + String(text)));
  children.push(child);
  return child;
}

function output(child: ChildProcess): string {
  return outputs.get(child) ?? "";
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return null;
  const exit = once(child, "exit");
  child.kill(signal);
  return await exit;
}

async function topicSize(): Promise<number> {
  const ends = await topic.ends().catch(() => new Map<number, number>());
  return [...ends.values()].reduce((sum, end) => sum + end, 0);
}

/** Waits until every position up to the heads was acknowledged. */
async function expectPublished(): Promise<void> {
  const heads = await headsOf(db);
  const missing = async (): Promise<unknown> => {
    const published = await readPublished(db.pool("relay"), topic.name);
    return [...heads].filter(([part, head]) => published.get(part) !== head);
  };
  await expect.poll(missing, { timeout: 20_000 }).toEqual([]);
}

function positionsOf(
  records: Awaited<ReturnType<RawTopic["read"]>>,
): ReadonlyMap<number, readonly number[]> {
  const parts = Array.from({ length: partCount }, (_, part) => part);
  return new Map(
    parts.map((part) => {
      const own = records.filter((record) => record.part === part);
      return [part, own.map(({ headers }) => Number(headers["ce_position"]))];
    }),
  );
}

/** What a reader keeps: each position that is the one after the last it kept. */
function firstComings(positions: readonly number[]): readonly number[] {
  const kept: number[] = [];
  for (const pos of positions) if (pos === kept.length + 1) kept.push(pos);
  return kept;
}
