import type { LogSink } from "../log-sink.ts";
import { partCount } from "../port.ts";
import { topicFault } from "./broker-questions.ts";
import type { KafkaConnection } from "./connection.ts";
import { KafkaClient } from "./kafka-client.ts";
import { RateLimitedLog } from "./kafka-log.ts";
import { TopicAdmin } from "./topic-admin.ts";

export interface TopicSettings {
  /** Copies of each part; default 3, or as many as there are brokers. */
  readonly replicationFactor?: number;
  /** Copies that must have a record before it counts as published; default 2 of 3, else 1. */
  readonly minInSyncReplicas?: number;
  /** How long records stay in the topic, -1 for ever; default what the brokers do. Older ones are read from the log's table. */
  readonly retentionMs?: number;
  readonly log?: LogSink;
}

/** Brokers answer before each part of a new topic has a leader. */
const leadersMs = 30_000;

/**
 * Creates the topic with 64 partitions when it is missing, and waits until each has a leader. A topic that exists is left as it
 * is. Rejects when the brokers cannot be reached, and with a sentence when the topic has another number of partitions.
 */
export async function ensureTopic(
  connection: KafkaConnection,
  settings: TopicSettings = {},
): Promise<void> {
  const log = new RateLimitedLog(settings.log);
  const admin = new TopicAdmin(new KafkaClient(connection, log));
  try {
    await admin.connect();
    if ((await admin.leaders()) === null) await create(admin, settings);
    await untilReady(admin, connection.topic);
  } finally {
    await admin.close();
  }
}

async function create(admin: TopicAdmin, settings: TopicSettings): Promise<void> {
  const replicationFactor = settings.replicationFactor ?? Math.min(3, await admin.brokerCount());
  const minInSync = settings.minInSyncReplicas ?? (replicationFactor >= 3 ? 2 : 1);
  await admin.create({
    parts: partCount,
    replicationFactor,
    settings: {
      "cleanup.policy": "delete",
      "min.insync.replicas": String(minInSync),
      ...(settings.retentionMs === undefined
        ? {}
        : { "retention.ms": String(settings.retentionMs) }),
    },
  });
  settings.log?.info({ replicationFactor, minInSync }, "Kafka topic created");
}

async function untilReady(admin: TopicAdmin, topic: string): Promise<void> {
  const until = performance.now() + leadersMs;
  for (;;) {
    const fault = await faultOf(admin, topic).catch(String);
    if (fault === null) return;
    if (fault.includes("partitions instead") || performance.now() > until) throw new Error(fault);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A leader is named before it knows of it: it leads when it tells where its part ends. */
async function faultOf(admin: TopicAdmin, topic: string): Promise<string | null> {
  const fault = await topicFault(admin, topic);
  if (fault === null) await admin.ends();
  return fault;
}
