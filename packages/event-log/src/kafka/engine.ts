import { Consumers } from "../consumer/consumers.ts";
import { NewsListener } from "../news/news-listener.ts";
import type { EventLogEngine } from "../port.ts";
import type { PostgresEngineOptions } from "../postgres/engine.ts";
import { TableReader } from "../postgres/table-reader.ts";
import { readHeads } from "../read.ts";
import { BrokerQuestions, topicFault } from "./broker-questions.ts";
import type { KafkaConnection } from "./connection.ts";
import { KafkaClients } from "./kafka-clients.ts";
import { RateLimitedLog } from "./kafka-log.ts";
import { KafkaReader } from "./kafka-reader.ts";
import { Publisher } from "./publisher.ts";
import { Tail } from "./tail.ts";

export interface KafkaEngineOptions extends PostgresEngineOptions {
  readonly connection: KafkaConnection;
  /** A consumer whose log has had news for this long of which Kafka brought nothing reads the table instead. Default 1,000. */
  readonly silenceMs?: number;
}

export interface KafkaEngine extends EventLogEngine {
  readonly name: "kafka";
  /** End offset of each part in the topic: the offset that its next record gets. */
  ends(): Promise<ReadonlyMap<number, number>>;
  /** Resolves when the brokers answer and every part of the topic has a leader; rejects with what is missing, after 1 s at the latest. */
  ready(): Promise<void>;
}

const readyMs = 1_000;

/**
 * The log read from its Kafka topic, which a relay fills with `publish`, and from its table wherever the topic is no help: a
 * consumer starts, works and stops whether or not a broker can be reached. Who reads which part is decided by the same leases in
 * the database as in the Postgres engine, so that members of both can be mixed.
 */
export function createKafkaEngine(
  options: KafkaEngineOptions,
  clients = new KafkaClients(options.connection),
): KafkaEngine {
  const { pool: db, connection, pollMinMs = 5, pollMaxMs = 50, silenceMs = 1_000 } = options;
  const log = new RateLimitedLog(options.log);
  const news = new NewsListener({ pool: db, log: options.log });
  const consumers = new Consumers(options, (name) => {
    const table = new TableReader({ db, pollMinMs, pollMaxMs, news });
    const createTail = (onArrival: () => void) => new Tail({ clients, db, name, log, onArrival });
    return new KafkaReader({ db, createTail, table, silenceMs, news, log });
  });
  const publisher = new Publisher({ clients, db, log });
  const brokers = new BrokerQuestions(clients, log);
  return {
    name: "kafka",
    publish: (records) => publisher.publish(records),
    consume: (consumerOptions) => Promise.resolve(consumers.start(consumerOptions)),
    head: () => readHeads(db),
    news,
    ends: () => brokers.ask((admin) => admin.ends()),
    ready: () => within(readyMs, untilReady(brokers, connection.topic)),
    close: async () => {
      await Promise.all([consumers.stop(), publisher.close(), brokers.close()]);
      await news.stop();
      clients.cut();
    },
  };
}

async function untilReady(brokers: BrokerQuestions, topic: string): Promise<void> {
  const fault = await brokers.ask((admin) => topicFault(admin, topic));
  if (fault !== null) throw new Error(fault);
}

function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error("Kafka does not answer"));
    }, ms);
  });
  return Promise.race([answer, late]).finally(() => {
    clearTimeout(timer);
  });
}
