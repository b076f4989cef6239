import {
  createKafkaEngine,
  ensureTopic,
  type KafkaConnection,
  type KafkaEngine,
  readHeads,
} from "@shipment-tracking/event-log";
import { readPublished, type Relay, startRelay } from "@shipment-tracking/relay-service";
import { createLogger } from "@shipment-tracking/runtime";
import {
  createTestDatabase,
  createTestTopicName,
  describeLocalKafka,
  type LocalKafka,
  startLocalKafka,
  type TestDatabase,
} from "@shipment-tracking/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { LogFollower } from "./support/log-follower.ts";
import { LogWriter } from "./support/log-writer.ts";

let kafka: LocalKafka;
let db: TestDatabase;
let connection: KafkaConnection;
let relay: Relay;
let engine: KafkaEngine;
let writer: LogWriter;
const follower = new LogFollower();
const relayLog: string[] = [];

vi.setConfig({ testTimeout: 300_000 });

describeLocalKafka("three brokers", () => {
  beforeAll(async () => {
    [kafka, db] = await Promise.all([startLocalKafka({ nodes: 3 }), createTestDatabase()]);
    connection = {
      brokers: kafka.brokers,
      topic: createTestTopicName(),
      ssl: false,
      sasl: null,
    };
    await ensureTopic(connection);
    const write = (line: string): void => void relayLog.push(line);
    relay = await startRelay({
      connection,
      pool: db.pool("relay"),
      log: createLogger({ service: "relay", level: "info", destination: { write } }),
      compareEveryMs: 1_000,
    });
    engine = createKafkaEngine({ connection, pool: db.pool("projector") });
    writer = new LogWriter(db.pool("web"));
    await follower.start(engine, "follower");
  }, 120_000);

  afterAll(async () => {
    await writer?.stopLoad();
    await relay?.stop();
    await engine?.close();
    await db?.drop();
    await kafka?.stop();
  }, 60_000);

  it("the leader of a third of the parts is killed under load: readers go on within 2 s, return to Kafka, and nothing is lost", async () => {
    await writer.append(640);
    await untilCaughtUp();
    await expect.poll(() => follower.consumer.source(), patience).toBe("kafka");
    writer.startLoad();
    await expect.poll(() => follower.arrivedAt.size, patience).toBeGreaterThan(2_000);
    // what this machine, and whatever else it does, takes without any fault
    const usual = slowestArrival(new Set(follower.arrivedAt.keys()));
    follower.sources.clear();
    await kafka.node(1).kill();
    await expect.poll(() => follower.sources.has("postgres"), patience).toBe(true);
    await expect.poll(() => follower.consumer.source(), patience).toBe("kafka");
    await writer.stopLoad();
    await untilCaughtUp();
    expect(slowestArrival()).toBeLessThan(reachedWithinMs + 2 * usual);
    expect(follower.disorder).toEqual([]);
    expect(await acknowledgedButGone()).toEqual([]);
    // the relay looks for the same loss all the time, would have filled it again, and would have said so
    expect(relayLog.filter((line) => line.includes("records are missing"))).toEqual([]);
    await kafka.node(1).start();
  });

  it("all brokers lose all they stored: the topic is made and filled again, and read again", async () => {
    await Promise.all(nodes().map((node) => node.wipe()));
    await writer.append(640);
    await expect.poll(() => follower.arrivedAt.size, patience).toBe(writer.committedAt.size);
    await Promise.all(nodes().map((node) => node.start()));
    await untilCaughtUp();
    expect(await countInTopic()).toBeGreaterThanOrEqual(writer.committedAt.size);
    const { kafka: before } = follower.consumer.delivered();
    await expect
      .poll(async () => {
        await writer.append(64);
        return follower.consumer.delivered().kafka;
      }, patience)
      .toBeGreaterThan(before + 64);
    await untilCaughtUp();
    expect(follower.disorder).toEqual([]);
  });
});

const patience = { timeout: 120_000, interval: 100 };
/** 2 s by design; twice that for a machine that also runs three brokers and this test on two cores. */
const reachedWithinMs = 4_000;

function nodes() {
  return [1, 2, 3].map((id) => kafka.node(id));
}

/** Every event was read, and published. */
async function untilCaughtUp(): Promise<void> {
  await expect.poll(() => follower.arrivedAt.size, patience).toBe(writer.committedAt.size);
  const heads = await readHeads(db.pool("relay"));
  const behind = async (): Promise<unknown> => {
    const published = await readPublished(db.pool("relay"), connection.topic);
    return [...heads].filter(([part, head]) => (published.get(part) ?? 0) < head);
  };
  await expect.poll(behind, patience).toEqual([]);
}

/** From commit to arrival, ms; of all events, or of those with these ids. */
function slowestArrival(ids?: ReadonlySet<string>): number {
  const delays = [...writer.committedAt]
    .filter(([id]) => ids?.has(id) ?? true)
    .map(([id, at]) => (follower.arrivedAt.get(id) ?? Number.POSITIVE_INFINITY) - at);
  return Math.max(...delays);
}

/** Parts whose topic ends before the offset that was acknowledged last. */
async function acknowledgedButGone(): Promise<readonly unknown[]> {
  const ends = await engine.ends();
  const { rows } = await db.pool("admin").query<{ part: number; topic_offset: number }>({
    text: `
      select
        positions.part,
        positions.topic_offset
      from write.relay_positions as positions
      where positions.topic_offset is not null`,
  });
  expect(rows).toHaveLength(64);
  return rows.filter(({ part, topic_offset: offset }) => (ends.get(part) ?? 0) <= offset);
}

async function countInTopic(): Promise<number> {
  const ends = await engine.ends().catch(() => new Map<number, number>());
  return [...ends.values()].reduce((sum, end) => sum + end, 0);
}
