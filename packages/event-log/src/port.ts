import type { EventRecord } from "@shipment-tracking/contracts";
import type { LogNews } from "./news/log-news.ts";

/** Number of parts of the log: rows of `log_head`, partitions of the Kafka topic. Fixed once data exists. */
export const partCount = 64;

/** Consecutive records of one part, ascending by `pos`, without gap. */
export interface PartBatch {
  readonly part: number;
  /** Fencing number of the part's assignment; grows with each change of owner. */
  readonly epoch: number;
  readonly records: readonly EventRecord[];
}

/**
 * What a consumer's handler gets: records of one or more parts, each part at most once. The handler commits the last `pos` of
 * each batch itself, by compare-and-set from the `pos` before the batch's first record, in the transaction of the effects; a
 * row with a higher epoch belongs to a later owner. That, not the engine, is what makes the effects happen exactly once.
 */
export interface Delivery {
  readonly batches: readonly PartBatch[];
  /** Tells the engine that a long delivery is alive; throws `Superseded` when a part was given to another member. */
  heartbeat(): Promise<void>;
  /** True once a part was given to another member, or may have been: stop, roll back, throw. */
  isStale(): boolean;
}

export interface ConsumerOptions {
  /** Name of the consumer, for example `projector`: its members share the parts. */
  readonly consumer: string;
  /**
   * Applies a delivery and commits the last `pos` of each part in the same transaction as its effects. Never called twice at
   * the same time. When it throws, nothing counts as applied: after a back-off (50 ms to 2 s) the records come again from the
   * positions that `positions` then reports. Throw `Superseded` when the compare-and-set failed: no error is reported then.
   * A record that cannot be handled is the handler's to park; throwing for it would hold up the member's parts for ever.
   */
  handle(delivery: Delivery): Promise<void>;
  /** Last applied position per part (0 when none), asked after each assignment and after each failure. */
  positions(parts: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Upper bound of records per delivery over all its parts, default 1,000. No part with records is left out for long. */
  readonly maxRecords?: number;
  /**
   * Called with each failure of the handler or of the engine (the consumer goes on by itself), and with `LogDamaged` when
   * records are missing from a part, which then waits while the others flow. Logging is the caller's. Must not throw.
   */
  onError?(error: unknown): void;
}

export interface RunningConsumer {
  /** Parts this member owns as far as it knows, ascending. Two members' beliefs can overlap for a moment, their commits cannot. */
  assignment(): readonly number[];
  /** Time of the last completed look at the log, delivery or heartbeat, in ms since the epoch: tells a dead consumer from an idle one. */
  lastHeartbeatAt(): number;
  /** Where its records come from at the moment. */
  source(): RecordSource;
  /** Number of records handed to the handler so far, repeated ones included, by where they came from. */
  delivered(): Readonly<Record<RecordSource, number>>;
  /** Continues from the given position of an owned part (the next record has `pos + 1`); of other parts nothing happens. */
  seek(part: number, pos: number): void;
  /** Looks for new records now instead of at the next poll. */
  wake(): void;
  /** Lets the delivery at hand finish, gives the parts back, resolves when nothing runs any more. Never rejects. */
  stop(): Promise<void>;
}

/** Offsets in the topic that a call of `publish` wrote, per part; empty where the table is the log. */
export type Published = ReadonlyMap<number, { readonly first: number; readonly last: number }>;

/** Where a consumer's records come from: the table itself, or the topic. */
export type RecordSource = "postgres" | "kafka";

/** The log seen by its readers and by the relay. One contract suite runs over every engine. */
export interface EventLogEngine {
  readonly name: RecordSource;
  /** Publishes records in position order per part; resolves when all are durable. A no-op where the table is the log. */
  publish(records: readonly EventRecord[]): Promise<Published>;
  /** Starts a member of a consumer; the parts are assigned soon after. A log that cannot be reached is tried again for ever. */
  consume(options: ConsumerOptions): Promise<RunningConsumer>;
  /** Highest position per part, 0 for an empty part; all parts present. */
  head(): Promise<ReadonlyMap<number, number>>;
  /** Hears that something was committed. */
  readonly news: LogNews;
  /** Stops all consumers of this engine. */
  close(): Promise<void>;
}
