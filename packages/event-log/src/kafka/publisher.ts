import type { EventRecord } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";
import { readLogIdentity } from "../log-identity.ts";
import type { Published } from "../port.ts";
import type { KafkaClients } from "./kafka-clients.ts";
import type { RateLimitedLog } from "./kafka-log.ts";
import { type Outgoing, sizeOf, toRequests } from "./message-batches.ts";
import { encodeRecord, encodeReference } from "./record-codec.ts";
import { isTooLarge, TopicProducer } from "./topic-producer.ts";

interface Session {
  readonly producer: TopicProducer;
  readonly logIdentity: string;
}

export interface PublisherOptions {
  readonly clients: KafkaClients;
  readonly db: Queryable;
  readonly log: RateLimitedLog;
}

type Offsets = Map<number, { first: number; last: number }>;

/** Beyond this no broker is asked whether it takes a message: it would close the connection. */
const maxMessageBytes = 32 * 1024 * 1024;

/** Publishes records, one call after the other. After a failure the next call begins with a client of its own. */
export class Publisher {
  readonly #options: PublisherOptions;
  #producer: TopicProducer | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  publish(records: readonly EventRecord[]): Promise<Published> {
    const published = this.#last.then(() => this.#publish(records));
    this.#last = published.catch(() => undefined);
    return published;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
    await this.#last;
  }

  async #publish(records: readonly EventRecord[]): Promise<Published> {
    const offsets: Offsets = new Map();
    if (records.length === 0) return offsets;
    try {
      const producer = await this.#open();
      // each time: `tracking restored` may have been run since the last one
      const logIdentity = await readLogIdentity(this.#options.db);
      const session = { producer, logIdentity };
      const messages = records.map((record) => outgoing(record, logIdentity));
      for (const request of toRequests(messages)) await this.#send(session, request, offsets);
      return offsets;
    } catch (error) {
      await this.#end();
      throw error;
    }
  }

  async #open(): Promise<TopicProducer> {
    if (this.#closed) throw new Error("The engine is closed");
    if (this.#producer !== null) return this.#producer;
    const { clients, log } = this.#options;
    this.#producer = new TopicProducer(clients.open(log));
    await this.#producer.connect();
    return this.#producer;
  }

  async #end(): Promise<void> {
    const producer = this.#producer;
    this.#producer = null;
    await producer?.close();
  }

  /** A request that is too large for the topic goes in halves; a record that is, by a reference to the table. */
  async #send(session: Session, request: readonly Outgoing[], offsets: Offsets): Promise<void> {
    try {
      const first = await session.producer.send(request.map(({ message }) => message));
      noteOffsets(offsets, request, first);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      for (const part of smaller(request, session.logIdentity))
        await this.#send(session, part, offsets);
      if (request.length === 1) this.#tellReference(request);
    }
  }

  #tellReference([outgoing]: readonly Outgoing[]): void {
    const fields = { part: outgoing?.record.part, pos: outgoing?.record.pos };
    this.#options.log.warn(
      "A record is too large for the topic, which refers to the table",
      fields,
    );
  }
}

function outgoing(record: EventRecord, logIdentity: string): Outgoing {
  const message = encodeRecord(record, logIdentity);
  return sizeOf(message) > maxMessageBytes
    ? { record, message: encodeReference(record, logIdentity) }
    : { record, message };
}

function smaller(request: readonly Outgoing[], logIdentity: string): readonly Outgoing[][] {
  const middle = Math.ceil(request.length / 2);
  if (request.length > 1) return [request.slice(0, middle), request.slice(middle)];
  return request.map(({ record, message }) => {
    // a reference that is refused has nothing left to be smaller
    if (message.value === "") throw new Error("The topic takes no messages at all");
    return [{ record, message: encodeReference(record, logIdentity) }];
  });
}

function noteOffsets(
  offsets: Offsets,
  request: readonly Outgoing[],
  first: ReadonlyMap<number, number>,
): void {
  const counts = new Map<number, number>();
  for (const { record } of request) counts.set(record.part, (counts.get(record.part) ?? 0) + 1);
  for (const [part, count] of counts) {
    const base = first.get(part);
    if (base === undefined) throw new Error(`Part ${String(part)} was not acknowledged`);
    const last = base + count - 1;
    offsets.set(part, { first: offsets.get(part)?.first ?? base, last });
  }
}
