import {
  containerReason,
  kafkaImage,
  sentenceOf,
  startKafkaContainer,
  type RunningBroker,
} from "./kafka-container.ts";
import { startLocalKafka } from "./local-kafka.ts";

/**
 * The broker for a run: KAFKA_BROKERS; else a container, where a Docker engine has the image; else a local one of Maven's jars; else a container whose image
 * is pulled first (400 MB, while the jars are 45: hence last). A reason when there is none.
 */
export async function findBroker({
  given,
  localReason,
}: {
  /** What KAFKA_BROKERS said. */
  readonly given: string | undefined;
  readonly localReason: string | null;
}): Promise<RunningBroker | { readonly skipped: string }> {
  if (given) return external(given);
  const noContainer = process.env["TEST_KAFKA_VERSION"]
    ? "TEST_KAFKA_VERSION asks for a local one"
    : await containerReason(localReason !== null);
  const failures: string[] = [];
  if (noContainer === null) {
    try {
      return await startKafkaContainer();
    } catch (error) {
      failures.push(`A container of ${kafkaImage()} does not start: ${sentenceOf(error)}`);
      if (localReason === null) process.stderr.write(`${failures.join(" ")} Taking a local one.\n`);
    }
  }
  if (localReason === null) {
    try {
      return await startLocalKafka();
    } catch (error) {
      failures.push(sentenceOf(error));
    }
  }
  return { skipped: skipReason({ failures, noContainer, localReason }) };
}

/** What was tried, and the three ways to get a broker. */
export function skipReason({
  failures,
  noContainer,
  localReason,
}: {
  readonly failures: readonly string[];
  readonly noContainer: string | null;
  readonly localReason: string | null;
}): string {
  if (failures.length > 0) return failures.join(" ");
  return `no Kafka: KAFKA_BROKERS is not set; ${noContainer ?? ""}; ${localReason ?? ""}`;
}

function external(given: string): RunningBroker {
  return {
    brokers: given.split(",").map((broker) => broker.trim()),
    version: "external",
    stop: async () => undefined,
  };
}
