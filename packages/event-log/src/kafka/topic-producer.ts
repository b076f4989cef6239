import { type KafkaClient, type RecordMetadata, requestTimeout } from "./kafka-client.ts";
import type { OutgoingMessage } from "./record-codec.ts";

/** Sends to the topic; acknowledged means written by all replicas in sync. One request at a time. */
export class TopicProducer {
  readonly #client: KafkaClient;
  readonly #producer;

  constructor(client: KafkaClient) {
    this.#client = client;
    this.#producer = client.kafka.producer({
      allowAutoTopicCreation: false,
      maxInFlightRequests: 1,
      createPartitioner:
        () =>
        ({ message }) =>
          message.partition ?? 0,
    });
  }

  connect(): Promise<void> {
    return this.#producer.connect();
  }

  /** Offset of the first record per part. */
  async send(messages: readonly OutgoingMessage[]): Promise<ReadonlyMap<number, number>> {
    const metadata = await this.#producer.sendBatch({
      acks: -1,
      timeout: requestTimeout,
      topicMessages: [{ topic: this.#client.topic, messages: messages.map(copyOf) }],
    });
    return new Map(metadata.map((part) => [part.partition, baseOffset(part)]));
  }

  close(): Promise<void> {
    return this.#client.close(() => this.#producer.disconnect());
  }
}

function copyOf({ headers, ...message }: OutgoingMessage) {
  return { ...message, headers: { ...headers } };
}

function baseOffset({ partition, baseOffset: offset }: RecordMetadata): number {
  if (offset === undefined)
    throw new Error(`No offset was acknowledged for part ${String(partition)}`);
  return Number(offset);
}

/** True when the brokers will never take this request, because of its size. */
export function isTooLarge(error: unknown): boolean {
  const type: unknown = error instanceof Error && "type" in error ? error.type : undefined;
  return type === "MESSAGE_TOO_LARGE" || type === "RECORD_LIST_TOO_LARGE";
}
