import type { Queryable } from "@shipment-tracking/postgres";
import { backOffMs } from "../consumer/back-off.ts";
import { Pause } from "../consumer/pause.ts";
import { readLogIdentity } from "../log-identity.ts";
import { partCount } from "../port.ts";
import { FetchPace } from "./fetch-pace.ts";
import type { RateLimitedLog } from "./kafka-log.ts";
import { isStartingUp } from "./kafka-client.ts";
import type { KafkaClients } from "./kafka-clients.ts";
import { type BufferLimits, PartBuffer } from "./part-buffer.ts";
import { decodeMessage, sourceOf } from "./record-codec.ts";
import { type TopicBatch, TopicConsumer } from "./topic-consumer.ts";

export interface TailOptions {
  readonly clients: KafkaClients;
  /** The log's database, asked for the log's identity. */
  readonly db: Queryable;
  /** A name that no other tail bears. */
  readonly name: string;
  readonly log: RateLimitedLog;
  /** Something has arrived. */
  onArrival(): void;
}

interface Followed {
  readonly buffer: PartBuffer;
  nextOffset: number;
  isPaused: boolean;
}

/** Per part; in all parts together at most 64 times as much, plus one fetch. */
const limits: BufferLimits = { records: 1_000, bytes: 512 * 1024 };
/** A client that hears nothing for this long is replaced; a fetch is answered within 4 s. */
const deafMs = 10_000;
/** Attempts to reach the brokers are no more than about a second apart, however long they are away. */
const maxFailures = 5;
const allParts = Array.from({ length: partCount }, (_, part) => part);

/**
 * Follows parts of the topic and keeps what arrives until the consumer has applied it. Brokers that are away, and clients that
 * have come to an end, are nothing but a pause: it tries for ever.
 */
export class Tail {
  readonly #options: TailOptions;
  readonly #followed = new Map<number, Followed>();
  readonly #retry = new Pause();
  readonly #pace = new FetchPace();
  #consumer: TopicConsumer | null = null;
  /** The brokers have given the parts to the current client: it can be told what to read. */
  #hasJoined = false;
  #joins = 0;
  #source = "";
  #ending = false;
  #attempts = 0;
  #strangers = 0;
  #arrivalDue = false;
  #endSession: (error: Error | null) => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: TailOptions) {
    this.#options = options;
  }

  start(): void {
    this.#pace.start();
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#pace.stop();
    this.#ending = true;
    this.#retry.wake();
    this.#endSession(null);
    await this.#loop;
  }

  /** The brokers have given this tail its parts, and are no later with an answer than `ms`. */
  isListening(ms: number): boolean {
    return this.#hasJoined && !this.#pace.isLate(ms);
  }

  /** Number of messages so far that were no records of this log. */
  get strangers(): number {
    return this.#strangers;
  }

  buffer(part: number): PartBuffer | undefined {
    return this.#followed.get(part)?.buffer;
  }

  /** Tells whose log it is. True when it was another one so far: what has come of that one is dropped. */
  identify(logIdentity: string): boolean {
    const before = this.#source;
    this.#source = sourceOf(logIdentity);
    if (before === "" || before === this.#source) return false;
    for (const { buffer } of this.#followed.values()) buffer.clear(buffer.position);
    this.#options.log.info("the log has a new identity");
    return true;
  }

  /** These parts are wanted, and what is behind these positions; what was kept and is applied by now is dropped. */
  follow(positions: ReadonlyMap<number, number>): void {
    const gone = [...this.#followed.keys()].filter((part) => !positions.has(part));
    for (const part of gone) this.#followed.delete(part);
    const begun = [...positions].filter(([part, pos]) => this.buffer(part)?.advance(pos) !== true);
    for (const [part, pos] of begun) this.#begin(part, pos);
    if (gone.length + begun.length > 0) this.#pace.changed();
    this.#tell((consumer) => {
      if (gone.length > 0) consumer.pause(gone);
      for (const [part, pos] of begun) consumer.seek(part, pos);
      const resumed = [...begun.map(([part]) => part), ...this.#drained()];
      if (resumed.length > 0) consumer.resume(resumed);
    });
  }

  /**
   * In a topic that was filled from position 1 every earlier position has taken an offset at least, so that offset P is never
   * behind the record P + 1. What is read too much is dropped. An offset that does not exist leads to the topic's beginning.
   */
  #begin(part: number, pos: number): void {
    this.#followed.set(part, { buffer: new PartBuffer(pos), nextOffset: pos, isPaused: false });
  }

  #drained(): readonly number[] {
    const drained: number[] = [];
    for (const [part, followed] of this.#followed) {
      if (!followed.isPaused || !followed.buffer.isHalfEmpty(limits)) continue;
      followed.isPaused = false;
      drained.push(part);
    }
    return drained;
  }

  #tell(what: (consumer: TopicConsumer) => void): void {
    if (this.#consumer === null || !this.#hasJoined) return;
    try {
      what(this.#consumer);
    } catch {
      // it has just come to its end: the next one is told all on its join
      this.#hasJoined = false;
    }
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#ending) {
      const beganAt = performance.now();
      try {
        await this.#session();
      } catch (error) {
        this.#tellFailure(error, failures);
      }
      failures = performance.now() - beganAt > deafMs ? 1 : failures + 1;
      if (!this.#ending)
        await this.#retry.sleep(backOffMs(Math.min(failures, maxFailures), Math.random()));
    }
  }

  /** A broker or a topic that is just being set up refuses at first: no matter, unless it goes on. */
  #tellFailure(error: unknown, failuresBefore: number): void {
    const sentence = "Kafka cannot be read, the next attempt follows";
    const fields = { error: error instanceof Error ? error.message : String(error) };
    const { log } = this.#options;
    if (isStartingUp(error) && failuresBefore < maxFailures) log.debug(sentence, fields);
    else log.warn(sentence, fields);
  }

  /** One client from its beginning to its end; rejects unless it was stopped. */
  async #session(): Promise<void> {
    const { clients, db, name, log } = this.#options;
    if (this.#source === "") this.#source = sourceOf(await readLogIdentity(db));
    this.#attempts += 1;
    const client = clients.open(log);
    // a group of its own for each client: in the last one's group it would wait until that one is given up for dead
    const consumer = new TopicConsumer(client, `${name}.${String(this.#attempts)}`);
    this.#consumer = consumer;
    this.#pace.answered(true);
    const deafness = setInterval(() => {
      if (this.#pace.silentMs() > deafMs) this.#endSession(new Error("No answer"));
    }, 1_000);
    try {
      await this.#untilItEnds(consumer);
    } finally {
      clearInterval(deafness);
      this.#hasJoined = false;
      this.#consumer = null;
      await consumer.close();
    }
  }

  #untilItEnds(consumer: TopicConsumer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#endSession = (error) => {
        if (error === null) resolve();
        else reject(error);
      };
      if (this.#ending) resolve();
      const events = {
        onJoin: () => {
          this.#join(consumer).catch(reject);
        },
        onAnswer: () => {
          this.#pace.answered([...this.#followed.values()].some(({ isPaused }) => isPaused));
        },
        onBatch: (batch: TopicBatch) => {
          this.#take(batch);
        },
        onCrash: reject,
      };
      consumer.run(events).catch(reject);
    });
  }

  /** kafkajs forgets with each join what was sought, and with each client what was paused. */
  async #join(consumer: TopicConsumer): Promise<void> {
    this.#hasJoined = false;
    this.#joins += 1;
    const join = this.#joins;
    consumer.pause(allParts);
    const ends = await consumer.ends();
    if (this.#consumer !== consumer || this.#joins !== join) return;
    this.#hasJoined = true;
    const read = [...this.#followed].filter(([, { isPaused }]) => !isPaused);
    for (const [part, followed] of read) {
      followed.nextOffset = whereToGoOn(followed, ends.get(part) ?? 0);
      consumer.seek(part, followed.nextOffset);
    }
    if (read.length > 0) consumer.resume(read.map(([part]) => part));
  }

  #take({ part, messages, nextOffset }: TopicBatch): void {
    const followed = this.#followed.get(part);
    if (followed === undefined) return;
    this.#pace.changed();
    for (const message of messages) {
      const expected = { part, source: this.#source, arrived: followed.buffer.last };
      const decoded = decodeMessage(message, expected);
      if (decoded.kind === "stranger") this.#refuse(part, message.offset, decoded.reason);
      else followed.buffer.push(decoded, message.value?.length ?? 0);
    }
    followed.nextOffset = nextOffset;
    if (followed.buffer.isFull(limits) && !followed.isPaused) {
      followed.isPaused = true;
      this.#tell((consumer) => {
        consumer.pause([part]);
      });
    }
    this.#announce();
  }

  #refuse(part: number, offset: string, reason: string): void {
    this.#strangers += 1;
    const fields = { part, offset, strangers: this.#strangers };
    this.#options.log.warn(`A message of the topic is ignored: ${reason}`, fields);
  }

  /** Once for all parts of a fetch, which are handed over one by one in the same turn of the event loop. */
  #announce(): void {
    if (this.#arrivalDue) return;
    this.#arrivalDue = true;
    setImmediate(() => {
      this.#arrivalDue = false;
      this.#options.onArrival();
    });
  }
}

/**
 * What was applied meanwhile is left out, but for one record, which shows that the topic has caught up. A topic that ends before
 * has lost records or does not have them yet: a record's offset is its position less one, or higher, so that what comes from its
 * end on is all that it can still bring.
 */
function whereToGoOn({ nextOffset, buffer }: Followed, end: number): number {
  return Math.min(Math.max(nextOffset, buffer.position - 1), end);
}
