import { createPool } from "@shipment-tracking/postgres";
import { createTestDatabase, createTestTopicName, testBroker } from "@shipment-tracking/testing";
import type { EngineHarness, TestMember } from "../engine-harness.contract.ts";
import { append } from "../new-streams.contract.ts";
import { readHeads, readPart } from "../read.ts";
import type { KafkaConnection } from "./connection.ts";
import { createKafkaEngine, type KafkaEngine, type KafkaEngineOptions } from "./engine.ts";
import { ensureTopic } from "./ensure-topic.ts";
import { KafkaClient } from "./kafka-client.ts";
import { KafkaClients } from "./kafka-clients.ts";
import { RateLimitedLog } from "./kafka-log.ts";

/** Short, so that the tests of dead members take no seconds. */
const leaseMs = 800;

interface KafkaTestMember extends TestMember {
  readonly engine: KafkaEngine;
}

export interface KafkaHarness extends EngineHarness {
  readonly db: Awaited<ReturnType<typeof createTestDatabase>>;
  readonly connection: KafkaConnection;
  readonly relay: InlineRelay;
  member(options?: Partial<KafkaEngineOptions>): Promise<KafkaTestMember>;
  /** Appends to the table alone. */
  appendUnpublished: EngineHarness["append"];
}

/** The Kafka engine over a database and a topic of its own; each member has its own connections to both. */
export async function createKafkaHarness(
  brokers: readonly string[] = brokersOfThisRun(),
): Promise<KafkaHarness> {
  const connection = connectionTo(brokers, createTestTopicName());
  const [db] = await Promise.all([createTestDatabase(), ensureTopic(connection)]);
  const members: KafkaTestMember[] = [];
  const relay = createInlineRelay(connection, db.pool("admin"));
  const appendUnpublished: EngineHarness["append"] = async (streams) => {
    const result = await append(db.pool("web"), streams);
    if (result.outcome === "conflict") throw new Error(`conflict in ${result.streamId}`);
  };
  return {
    db,
    connection,
    relay,
    seesAllAtOnce: false,
    leaseMs,
    pool: db.pool("admin"),
    appendUnpublished,
    append: async (streams) => {
      await appendUnpublished(streams);
      await relay.publishNews();
    },
    member: (options) => {
      const member = createMember(db.urls.projector, { connection, leaseMs, ...options });
      members.push(member);
      return Promise.resolve(member);
    },
    drop: async () => {
      for (const member of members) {
        await member.engine.close();
        await member.kill();
      }
      await relay.engine.close();
      await deleteTopic(connection);
      await db.drop();
    },
  };
}

function connectionTo(brokers: readonly string[], topic: string): KafkaConnection {
  return { brokers, topic, clientId: "test", ssl: false, sasl: null };
}

function brokersOfThisRun(): readonly string[] {
  const broker = testBroker();
  if ("skipped" in broker) throw new Error(broker.skipped);
  return broker.brokers;
}

function createMember(
  url: string,
  options: Partial<KafkaEngineOptions> & Pick<KafkaEngineOptions, "connection">,
): KafkaTestMember {
  const pool = createPool({ url, applicationName: "test-member", max: 4 });
  const clients = new KafkaClients(options.connection);
  let ended: Promise<void> | null = null;
  return {
    engine: createKafkaEngine({ pool, ...options }, clients),
    kill: () => {
      clients.cut();
      ended ??= pool.end();
      return ended;
    },
  };
}

/** A relay as simple as can be: publishes, when it is called, what the table has and it has not published yet. */
interface InlineRelay {
  readonly engine: KafkaEngine;
  publishNews(): Promise<void>;
  /** As if it had published up to `pos` only. */
  rewind(part: number, pos: number): void;
}

function createInlineRelay(connection: KafkaConnection, pool: KafkaHarness["pool"]): InlineRelay {
  const engine = createKafkaEngine({ connection, pool });
  const positions = new Map<number, number>();
  const publishNews = async () => {
    const heads = await readHeads(pool);
    const news = [...heads].flatMap(([part, head]) => {
      const afterPos = positions.get(part) ?? 0;
      return head > afterPos ? [readPart(pool, part, { afterPos, limit: head - afterPos })] : [];
    });
    await engine.publish((await Promise.all(news)).flat());
    for (const [part, head] of heads) positions.set(part, head);
  };
  let last = Promise.resolve();
  return {
    engine,
    publishNews: () => {
      last = last.then(publishNews, publishNews);
      return last;
    },
    rewind: (part, pos) => positions.set(part, pos),
  };
}

/** Sends anything to the topic, as a stranger would. */
export async function sendRaw(
  connection: KafkaConnection,
  messages: Parameters<ReturnType<KafkaClient["kafka"]["producer"]>["send"]>[0]["messages"],
): Promise<void> {
  const client = new KafkaClient(connection, new RateLimitedLog(undefined));
  const producer = client.kafka.producer({
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
  });
  await producer.connect();
  await producer.send({ topic: connection.topic, messages });
  await client.close(() => producer.disconnect());
}

async function deleteTopic(connection: KafkaConnection): Promise<void> {
  const client = new KafkaClient(connection, new RateLimitedLog(undefined));
  const admin = client.kafka.admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [connection.topic] });
  await client.close(() => admin.disconnect());
}
