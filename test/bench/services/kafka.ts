import { randomUUID } from "node:crypto";

/** Brokers for a bench, with a topic of its own. */
export interface BenchKafka {
  readonly brokers: readonly string[];
  readonly topic: string;
  /** Null: brokers of somebody else. */
  readonly version: string | null;
  /** Of brokers of its own. */
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** The brokers of KAFKA_BROKERS, else one of its own; where none can be started, the reason. */
export async function openKafka(): Promise<BenchKafka | string> {
  const topic = `bench.${randomUUID()}`;
  const given = process.env["KAFKA_BROKERS"] ?? "";
  if (given !== "") {
    const stop = async (): Promise<void> => undefined;
    return { brokers: given.split(","), topic, version: null, pids: [], stop };
  }
  const { startLocalKafka } = await import("@shipment-tracking/testing");
  try {
    const { brokers, version, pids, stop } = await startLocalKafka();
    return { brokers, topic, version, pids, stop };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
