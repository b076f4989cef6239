import { type Consumer, type EachBatchPayload, type KafkaClient, retry } from "./kafka-client.ts";
import { TopicAdmin } from "./topic-admin.ts";

export interface TopicBatch {
  readonly part: number;
  readonly messages: EachBatchPayload["batch"]["messages"];
  /** Offset to go on from behind them. */
  readonly nextOffset: number;
}

export interface TopicEvents {
  /** The parts can be sought, paused and resumed now; whatever was set before is forgotten. */
  onJoin(): void;
  /** The brokers have answered. */
  onAnswer(): void;
  onBatch(batch: TopicBatch): void;
  /** It is over; a new one has to be made. */
  onCrash(error: Error): void;
}

/** How long brokers that have nothing new keep silent at least, in ms. */
export const shortWaitMs = 250;

/** Reads the topic's parts. kafkajs knows only groups: each one of these is a group of its own, which commits nothing. */
export class TopicConsumer {
  readonly #client: KafkaClient;
  readonly #consumer: Consumer;
  #admin: TopicAdmin | null = null;

  constructor(client: KafkaClient, groupId: string) {
    this.#client = client;
    this.#consumer = client.kafka.consumer({
      groupId,
      allowAutoTopicCreation: false,
      sessionTimeout: 30_000,
      rebalanceTimeout: 10_000,
      heartbeatInterval: 9_000,
      minBytes: 1,
      // when all parts are paused; else `fetchWaits` decides, and the brokers answer as soon as there is something
      maxWaitTimeInMs: shortWaitMs,
      maxBytesPerPartition: 256 * 1024,
      maxBytes: 8 * 1024 * 1024,
      metadataMaxAge: 60_000,
      readUncommitted: false,
      // what kafkajs itself would start again, and what it would not, is both left to the owner
      retry: { ...retry, restartOnFailure: () => Promise.resolve(false) },
    });
  }

  async run(events: TopicEvents): Promise<void> {
    const { CRASH, FETCH, GROUP_JOIN } = this.#consumer.events;
    this.#consumer.on(GROUP_JOIN, () => {
      events.onAnswer();
      events.onJoin();
    });
    this.#consumer.on(FETCH, () => {
      events.onAnswer();
    });
    this.#consumer.on(CRASH, ({ payload }) => {
      events.onCrash(payload.error);
    });
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topic: this.#client.topic, fromBeginning: true });
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.#take(payload, events),
    });
  }

  async #take(payload: EachBatchPayload, events: TopicEvents): Promise<void> {
    if (!payload.isRunning() || payload.isStale() || this.#client.isClosed) return;
    const { partition: part, messages } = payload.batch;
    const lastOffset = payload.batch.lastOffset();
    events.onBatch({ part, messages, nextOffset: Number(lastOffset) + 1 });
    payload.resolveOffset(lastOffset);
    await payload.heartbeat();
  }

  /** Where each part ends now. */
  async ends(): Promise<ReadonlyMap<number, number>> {
    this.#admin ??= new TopicAdmin(this.#client);
    await this.#admin.connect();
    return this.#admin.ends();
  }

  seek(part: number, offset: number): void {
    this.#consumer.seek({ topic: this.#client.topic, partition: part, offset: String(offset) });
  }

  pause(parts: readonly number[]): void {
    this.#consumer.pause([{ topic: this.#client.topic, partitions: [...parts] }]);
  }

  resume(parts: readonly number[]): void {
    this.#consumer.resume([{ topic: this.#client.topic, partitions: [...parts] }]);
  }

  close(): Promise<void> {
    return this.#client.close(async () => {
      await Promise.all([this.#consumer.disconnect(), this.#admin?.disconnect()]);
    });
  }
}
