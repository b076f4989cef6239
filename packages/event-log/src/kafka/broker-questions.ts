import { partCount } from "../port.ts";
import type { KafkaClients } from "./kafka-clients.ts";
import type { RateLimitedLog } from "./kafka-log.ts";
import { TopicAdmin } from "./topic-admin.ts";

/** Asks the brokers about the topic over one client, which is replaced after a failure. */
export class BrokerQuestions {
  readonly #clients: KafkaClients;
  readonly #log: RateLimitedLog;
  #admin: Promise<TopicAdmin> | null = null;
  #closed = false;

  constructor(clients: KafkaClients, log: RateLimitedLog) {
    this.#clients = clients;
    this.#log = log;
  }

  async ask<T>(question: (admin: TopicAdmin) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error("The engine is closed");
    this.#admin ??= this.#connect();
    const asked = this.#admin;
    try {
      return await question(await asked);
    } catch (error) {
      if (this.#admin === asked) this.#admin = null;
      await asked.then((admin) => admin.close()).catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#admin?.then((admin) => admin.close()).catch(() => undefined);
  }

  async #connect(): Promise<TopicAdmin> {
    const admin = new TopicAdmin(this.#clients.open(this.#log));
    try {
      await admin.connect();
      return admin;
    } catch (error) {
      await admin.close();
      throw error;
    }
  }
}

/** Null when the topic is as it has to be, else what is missing. */
export async function topicFault(admin: TopicAdmin, topic: string): Promise<string | null> {
  const leaders = await admin.leaders();
  if (leaders === null) return `Kafka has no topic ${topic}`;
  if (leaders.length !== partCount)
    return `The Kafka topic ${topic} has ${String(leaders.length)} partitions instead of ${String(partCount)}`;
  const without = leaders.filter((leader) => leader < 0).length;
  return without === 0
    ? null
    : `${String(without)} parts of the Kafka topic ${topic} have no leader`;
}
