import type { EventRecord } from "@shipment-tracking/contracts";
import type { LogDamaged } from "../errors.ts";
import type { RecordSource } from "../port.ts";

export interface ReadRequest {
  /** Positions to read on from, by part. */
  readonly after: ReadonlyMap<number, number>;
  /** These are all parts that the member owns: none is blocked or about to be given back. */
  readonly complete: boolean;
  /** Upper bound of records in all parts together. */
  readonly maxRecords: number;
  /** Part that has the first turn, when not all can have one. */
  readonly firstPart: number;
}

/** The next records of one part, without gap from the position asked for. */
export interface ReadPart {
  readonly part: number;
  readonly afterPos: number;
  readonly records: readonly EventRecord[];
  readonly from: RecordSource;
}

export interface ReadResult {
  /** Parts with news, in turn order. */
  readonly parts: readonly ReadPart[];
  /** Parts that have no next record although their head has moved. */
  readonly damaged: readonly LogDamaged[];
  /** The log is another one than before (it was restored from a backup): no position is known any more. */
  readonly isReplaced?: boolean;
}

export const nothingRead: ReadResult = { parts: [], damaged: [] };

/** Where a consumer's records come from: what distinguishes the engines. One reader belongs to one consumer. */
export interface LogReader {
  source(): RecordSource;
  /** Begins to look; `wake` makes the consumer read at once. */
  start(wake: () => void): void;
  /** One look at the log. Called by one caller at a time. */
  read(request: ReadRequest): Promise<ReadResult>;
  /** Positions came from elsewhere than the records of the last look: nothing that was known about them holds. */
  moved(): void;
  /** How long to wait after a look, in ms, unless woken; 0 behind one that found something. */
  waitMs(found: boolean): number;
  /** Ends what it began. Never rejects. */
  stop(): Promise<void>;
}
