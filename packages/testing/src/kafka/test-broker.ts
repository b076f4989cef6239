import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { describe, expect, inject } from "vitest";
import type { KafkaContext, TestBroker } from "./kafka-context.ts";

/**
 * The Kafka broker that all tests of this run share, or why there is none. A file that calls it has to name it (or `describeKafka`) in its own text:
 * that is how the global set-up knows that a broker is wanted. Only in files of the projects `integration` and `flows`.
 */
export function testBroker(): TestBroker {
  const { broker } = context();
  if (broker) return broker;
  throw new Error(
    "No broker was started for this run: the test file itself has to name testBroker or describeKafka.",
  );
}

/** `describe` where there is a broker; else all its tests are skipped, with the reason in the name. */
export function describeKafka(name: string, define: () => void): void {
  const broker = testBroker();
  suite({ name, reason: "skipped" in broker ? broker.skipped : null, define });
}

/** The same for tests that bring up brokers of their own with `startLocalKafka`. */
export function describeLocalKafka(name: string, define: () => void): void {
  suite({ name, reason: context().localReason, define });
}

/** A name that no other test uses; it tells which file made the topic. */
export function createTestTopicName(): string {
  const file = basename(expect.getState().testPath ?? "unknown").replace(/\..*$/, "");
  return `test.${file}.${randomBytes(6).toString("hex")}`;
}

function context(): KafkaContext {
  // undefined in a project without the global set-up, whatever its type says
  const provided = inject("kafka") as KafkaContext | undefined;
  if (provided) return provided;
  throw new Error("Kafka is for files of the projects integration and flows (*.int.test.ts).");
}

function suite({ name, reason, define }: Suite): void {
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback -- the caller gives title and tests
  const skippable = describe.skipIf(reason !== null);
  skippable(reason === null ? name : `${name} (skipped: ${reason})`, define);
}

interface Suite {
  readonly name: string;
  readonly reason: string | null;
  define(): void;
}
