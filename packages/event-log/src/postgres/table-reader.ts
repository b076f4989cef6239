import type { Queryable } from "@shipment-tracking/postgres";
import {
  type LogReader,
  nothingRead,
  type ReadRequest,
  type ReadResult,
} from "../consumer/log-reader.ts";
import { type LogNews, relaxedMs } from "../news/log-news.ts";
import { countBehind, fetchRecords } from "./fetch-records.ts";

export interface TableReaderSettings {
  readonly db: Queryable;
  readonly pollMinMs: number;
  readonly pollMaxMs: number;
  readonly news: LogNews;
}

/** Stored (compressed) payload bytes per look: a few long `restated` lists must not fill the memory. */
const maxBytes = 8 * 1024 * 1024;

/** Reads the log's table: when something is announced, and by polling, which is slow only while announcements get through. */
export class TableReader implements LogReader {
  readonly #settings: TableReaderSettings;
  /** The last look saw all parts, found nothing, and no position was set since: asking how much lies behind will do. */
  #quiet = false;
  #idleMs: number;
  /** The look to come follows a wait that was long because announcements get through, and so far nothing was announced. */
  #isUnannounced = false;
  #endNews: () => void = () => undefined;

  constructor(settings: TableReaderSettings) {
    this.#settings = settings;
    this.#idleMs = settings.pollMinMs;
  }

  source(): "postgres" {
    return "postgres";
  }

  start(wake: () => void): void {
    this.#endNews = this.#settings.news.subscribe(() => {
      this.heard();
      wake();
    });
  }

  /** Something was announced: the next look is worth more than a question. */
  heard(): void {
    this.#isUnannounced = false;
    this.#quiet = false;
    this.#idleMs = this.#settings.pollMinMs;
  }

  moved(): void {
    this.#quiet = false;
  }

  async read({ after, complete, maxRecords, firstPart }: ReadRequest): Promise<ReadResult> {
    if (after.size === 0) return nothingRead;
    const { db, news } = this.#settings;
    const wasQuiet = this.#quiet;
    if (this.#quiet && (await countBehind(db, after)) === 0) return nothingRead;
    this.#quiet = complete;
    const { parts, damaged } = await fetchRecords(db, { after, maxRecords, maxBytes, firstPart });
    if (parts.length + damaged.length > 0) this.#quiet = false;
    if (parts.length > 0 && wasQuiet && this.#isUnannounced) news.missed();
    return { parts: parts.map((part) => ({ ...part, from: "postgres" })), damaged };
  }

  waitMs(found: boolean): number {
    const { pollMinMs, pollMaxMs, news } = this.#settings;
    const longestMs = news.isReliable() ? Math.max(relaxedMs, pollMaxMs) : pollMaxMs;
    const waitMs = Math.min(this.#idleMs, longestMs);
    this.#idleMs = found ? pollMinMs : Math.min(waitMs * 2, longestMs);
    this.#isUnannounced = !found && waitMs > pollMaxMs;
    return found ? 0 : waitMs;
  }

  stop(): Promise<void> {
    this.#endNews();
    return Promise.resolve();
  }
}
