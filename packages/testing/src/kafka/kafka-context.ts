/** What the global set-up found about Kafka, handed to the workers. */
export interface KafkaContext {
  /** The broker of this run; null: no selected test file names one, so none was started. */
  readonly broker: TestBroker | null;
  /** Why `startLocalKafka` cannot work here; null: it can. */
  readonly localReason: string | null;
}

/** `version` is that of the broker, or of its image, or "external" for KAFKA_BROKERS. */
export type TestBroker = ReachableBroker | { readonly skipped: string };

export interface ReachableBroker {
  readonly brokers: readonly string[];
  readonly version: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    kafka: KafkaContext;
  }
}
