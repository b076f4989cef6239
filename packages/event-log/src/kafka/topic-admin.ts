import type { Admin, KafkaClient } from "./kafka-client.ts";

export interface NewTopic {
  readonly parts: number;
  readonly replicationFactor: number;
  readonly settings: Readonly<Record<string, string>>;
}

/** Asks about the topic, and makes it. */
export class TopicAdmin {
  readonly #client: KafkaClient;
  readonly #admin: Admin;

  constructor(client: KafkaClient) {
    this.#client = client;
    this.#admin = client.kafka.admin();
  }

  connect(): Promise<void> {
    return this.#admin.connect();
  }

  async brokerCount(): Promise<number> {
    return (await this.#admin.describeCluster()).brokers.length;
  }

  /** False when there is one of that name. */
  create({ parts, replicationFactor, settings }: NewTopic): Promise<boolean> {
    return this.#admin.createTopics({
      waitForLeaders: false,
      topics: [
        {
          topic: this.#client.topic,
          numPartitions: parts,
          replicationFactor,
          configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
        },
      ],
    });
  }

  /** Leader of each part, -1 where there is none now; null when there is no such topic. */
  async leaders(): Promise<readonly number[] | null> {
    try {
      const { topics } = await this.#admin.fetchTopicMetadata({ topics: [this.#client.topic] });
      return topics[0]?.partitions.map(({ leader }) => leader) ?? null;
    } catch (error) {
      if (error instanceof Error && "type" in error && error.type === "UNKNOWN_TOPIC_OR_PARTITION")
        return null;
      throw error;
    }
  }

  async ends(): Promise<ReadonlyMap<number, number>> {
    const offsets = await this.#admin.fetchTopicOffsets(this.#client.topic);
    return new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
  }

  /** Leaves the client to others. */
  disconnect(): Promise<void> {
    return this.#admin.disconnect();
  }

  close(): Promise<void> {
    return this.#client.close(() => this.disconnect());
  }
}
