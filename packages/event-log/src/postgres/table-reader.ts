import type { Queryable } from "@shipment-tracking/postgres";
import {
  type LogReader,
  nothingRead,
  type ReadRequest,
  type ReadResult,
} from "../consumer/log-reader.ts";
import { countBehind, fetchRecords } from "./fetch-records.ts";

export interface TableReaderSettings {
  readonly db: Queryable;
  readonly pollMinMs: number;
  readonly pollMaxMs: number;
}

/** Stored (compressed) payload bytes per look: a few long `restated` lists must not fill the memory. */
const maxBytes = 8 * 1024 * 1024;

/** Reads the log's table, by polling. */
export class TableReader implements LogReader {
  readonly #settings: TableReaderSettings;
  /** The last look saw all parts, found nothing, and no position was set since: asking how much lies behind will do. */
  #quiet = false;
  #idleMs: number;

  constructor(settings: TableReaderSettings) {
    this.#settings = settings;
    this.#idleMs = settings.pollMinMs;
  }

  source(): "postgres" {
    return "postgres";
  }

  start(): void {
    // nothing runs between two looks
  }

  moved(): void {
    this.#quiet = false;
  }

  async read({ after, complete, maxRecords, firstPart }: ReadRequest): Promise<ReadResult> {
    if (after.size === 0) return nothingRead;
    const { db } = this.#settings;
    if (this.#quiet && (await countBehind(db, after)) === 0) return nothingRead;
    this.#quiet = complete;
    const { parts, damaged } = await fetchRecords(db, { after, maxRecords, maxBytes, firstPart });
    if (parts.length + damaged.length > 0) this.#quiet = false;
    return { parts: parts.map((part) => ({ ...part, from: "postgres" })), damaged };
  }

  waitMs(found: boolean): number {
    const { pollMinMs, pollMaxMs } = this.#settings;
    const waitMs = this.#idleMs;
    this.#idleMs = found ? pollMinMs : Math.min(waitMs * 2, pollMaxMs);
    return found ? 0 : waitMs;
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}
