import type { Queryable } from "@shipment-tracking/postgres";
import type { LogSink } from "../log-sink.ts";
import type { ConsumerOptions, RunningConsumer } from "../port.ts";
import { Consumer } from "./consumer.ts";
import type { LogReader } from "./log-reader.ts";

export interface ConsumersOptions {
  readonly pool: Queryable;
  readonly leaseMs?: number;
  readonly exclusive?: boolean;
  readonly log?: LogSink;
}

/** The consumers of one engine. */
export class Consumers {
  readonly #options: ConsumersOptions;
  readonly #createReader: (name: string) => LogReader;
  readonly #running = new Set<Consumer>();

  /** `createReader` is given a name that no other consumer bears, in this process or in another. */
  constructor(options: ConsumersOptions, createReader: (name: string) => LogReader) {
    this.#options = options;
    this.#createReader = createReader;
  }

  start(options: ConsumerOptions): RunningConsumer {
    const { pool, leaseMs = 5_000, exclusive = false, log } = this.#options;
    const consumer = new Consumer(
      {
        db: pool,
        leaseMs,
        exclusive,
        createReader: (memberId) => this.#createReader(`${options.consumer}.${memberId}`),
        onAssignment: (parts) =>
          log?.info(
            { consumer: options.consumer, parts: parts.length },
            "parts of the log assigned",
          ),
      },
      options,
    );
    this.#running.add(consumer);
    consumer.start();
    return consumer;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((consumer) => consumer.stop()));
  }
}
