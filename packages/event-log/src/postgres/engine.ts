import type { Pool } from "@shipment-tracking/postgres";
import { Consumers } from "../consumer/consumers.ts";
import type { LogSink } from "../log-sink.ts";
import { NewsListener } from "../news/news-listener.ts";
import type { EventLogEngine } from "../port.ts";
import { readHeads } from "../read.ts";
import { TableReader } from "./table-reader.ts";

export interface PostgresEngineOptions {
  /**
   * Connections to the write database with the rights of `tracking_projector`; one of them listens for announcements. The caller ends the pool, after
   * `close`.
   */
  readonly pool: Pool;
  /** Wait after a look that found nothing, doubling from `pollMinMs` (5) to `pollMaxMs` (50), or to 1,000 while announcements get through. */
  readonly pollMinMs?: number;
  readonly pollMaxMs?: number;
  /** A member that gave no sign for this long loses its parts to the others; a sign is given five times as often. Default 5,000. */
  readonly leaseMs?: number;
  /**
   * For the process that is expected to be alone (all-in-one): a consumer takes all parts on its start, whoever has them, so
   * that a start after a kill waits for no lease to end. Members that turn out to be alive get their share back.
   */
  readonly exclusive?: boolean;
  /** One info line per change of the parts. */
  readonly log?: LogSink;
}

/** The log read from its table: no broker needed. Safe to run in any number of processes. */
export function createPostgresEngine(options: PostgresEngineOptions): EventLogEngine {
  const { pool, pollMinMs = 5, pollMaxMs = 50 } = options;
  const news = new NewsListener(options);
  const consumers = new Consumers(
    options,
    () => new TableReader({ db: pool, pollMinMs, pollMaxMs, news }),
  );
  return {
    name: "postgres",
    publish: () => Promise.resolve(new Map()),
    consume: (consumerOptions) => Promise.resolve(consumers.start(consumerOptions)),
    head: () => readHeads(pool),
    news,
    close: async () => {
      await consumers.stop();
      await news.stop();
    },
  };
}
