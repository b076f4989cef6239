import {
  createKafkaEngine,
  ensureTopic,
  type KafkaConnection,
  type KafkaEngine,
} from "@shipment-tracking/event-log";
import type { Pool } from "@shipment-tracking/postgres";
import type { Logger } from "@shipment-tracking/runtime";

/** Where the relay puts the log. */
export interface Publisher extends Pick<KafkaEngine, "publish" | "ends" | "ready" | "close"> {
  readonly topic: string;
  /** Makes the topic when it is missing, and waits until it can be written. */
  prepare(): Promise<void>;
}

export interface PublisherOptions {
  readonly connection: KafkaConnection;
  /** Of the relay's role. */
  readonly pool: Pool;
  readonly log: Logger;
}

export function createPublisher({ connection, pool, log }: PublisherOptions): Publisher {
  const engine = createKafkaEngine({ connection, pool, log });
  return {
    topic: connection.topic,
    publish: (records) => engine.publish(records),
    ends: () => engine.ends(),
    ready: () => engine.ready(),
    close: () => engine.close(),
    prepare: () => ensureTopic(connection, { log }),
  };
}

/** The same publisher, whose waits for the brokers end with the signal: what is not acknowledged then, the next relay publishes again. */
export function endingWith(signal: AbortSignal, publisher: Publisher): Publisher {
  return {
    ...publisher,
    publish: (records) => unlessAborted(signal, () => publisher.publish(records)),
    ends: () => unlessAborted(signal, () => publisher.ends()),
    prepare: () => unlessAborted(signal, () => publisher.prepare()),
  };
}

async function unlessAborted<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  return await new Promise<Result>((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error("Aborted"));
    };
    const settle = (): void => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort, { once: true });
    void work().then(resolve, reject).finally(settle);
  });
}
