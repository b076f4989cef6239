import type { EventRecord } from "@shipment-tracking/contracts";

/** Number of parts of the log: rows of `log_head`, partitions of the Kafka topic. Fixed once data exists. */
export const partCount = 64;

/** Consecutive records of one part, ascending by `pos`, without gap. */
export interface PartBatch {
  readonly part: number;
  /** Fencing number of the part's assignment; grows with each change of owner. */
  readonly epoch: number;
  readonly records: readonly EventRecord[];
}

/** What a consumer's handler gets: at most a few hundred records over one or more parts, committed by the handler itself. */
export interface Delivery {
  readonly batches: readonly PartBatch[];
  /** Tells the engine that a long delivery is alive; throws `Superseded` when the parts were given to another member. */
  heartbeat(): Promise<void>;
  /** True once one of the parts was given to another member: stop, roll back, return. */
  isStale(): boolean;
}

export interface ConsumerOptions {
  /** Name of the consumer, for example `projector`: its members share the parts. */
  readonly consumer: string;
  /**
   * Applies a delivery and commits the last `pos` of each part in the same transaction as its effects. When it throws, nothing counts as
   * applied and the same records come again after a back-off, from the positions that `positions` then reports.
   */
  handle(delivery: Delivery): Promise<void>;
  /** Last applied position per part (0 when none), asked after each assignment and after each failure. */
  positions(parts: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Upper bound of records per delivery. */
  readonly maxRecords?: number;
  /** Called with each failure of the handler or of the engine; logging is the caller's. */
  onError?(error: unknown): void;
}

export interface RunningConsumer {
  /** Parts this member owns now. */
  assignment(): readonly number[];
  /** Time of the last completed loop, in ms since the epoch: tells a dead consumer from an idle one. */
  lastHeartbeatAt(): number;
  /** Continues from the given position of a part (the next record has `pos + 1`). */
  seek(part: number, pos: number): void;
  /** Looks for new records now instead of at the next poll. */
  wake(): void;
  /** Lets the delivery at hand finish, gives the parts back, resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** The log seen by its readers and by the relay. One contract suite runs over every engine. */
export interface EventLogEngine {
  readonly name: "postgres" | "kafka";
  /** Publishes records in position order per part; resolves when all are durable. A no-op where the table is the log. */
  publish(records: readonly EventRecord[]): Promise<void>;
  consume(options: ConsumerOptions): Promise<RunningConsumer>;
  /** Highest position per part, 0 for an empty part; all parts present. */
  head(): Promise<ReadonlyMap<number, number>>;
  close(): Promise<void>;
}
