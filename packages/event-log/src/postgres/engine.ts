import type { Pool } from "@shipment-tracking/postgres";
import type { EventLogEngine } from "../port.ts";
import { readHeads } from "../read.ts";
import { PostgresConsumer } from "./consumer.ts";

export interface PostgresEngineOptions {
  /** Connections to the write database with the rights of `tracking_projector`. The caller ends the pool, after `close`. */
  readonly pool: Pool;
  /** Wait after a look that found nothing, doubling from `pollMinMs` (5) to `pollMaxMs` (50). */
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
  readonly log?: { info(fields: Readonly<Record<string, unknown>>, sentence: string): void };
}

/** The log read from its table: no broker needed. Safe to run in any number of processes. */
export function createPostgresEngine(options: PostgresEngineOptions): EventLogEngine {
  const running = new Set<PostgresConsumer>();
  return {
    name: "postgres",
    publish: () => Promise.resolve(),
    consume: (consumerOptions) => {
      const consumer = new PostgresConsumer(
        {
          db: options.pool,
          pollMinMs: options.pollMinMs ?? 5,
          pollMaxMs: options.pollMaxMs ?? 50,
          leaseMs: options.leaseMs ?? 5_000,
          exclusive: options.exclusive ?? false,
          onAssignment: (parts) =>
            options.log?.info(
              { consumer: consumerOptions.consumer, parts: parts.length },
              "parts of the log assigned",
            ),
        },
        consumerOptions,
      );
      running.add(consumer);
      consumer.start();
      return Promise.resolve(consumer);
    },
    head: () => readHeads(options.pool),
    close: async () => {
      await Promise.all([...running].map((consumer) => consumer.stop()));
    },
  };
}
