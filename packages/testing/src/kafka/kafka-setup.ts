import { readFile } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { findBroker } from "./find-broker.ts";
import type { KafkaContext } from "./kafka-context.ts";
import { localKafkaReason } from "./local-kafka.ts";

/** Kafka for one vitest process: found or started at the first project that wants it. */
export interface KafkaRun {
  context(project: TestProject): Promise<KafkaContext>;
  stop(): Promise<void>;
}

/**
 * A run that selects no Kafka test pays for the reading of its test files, 10 ms: the broker is started only when one of them names it, and then beside the
 * database. Known before the files are loaded, so that `testBroker()` needs no await and a skipped test can say why.
 */
export function createKafkaRun(): KafkaRun {
  // it is for the tests that ask: a service that some other test starts must not find it in its environment
  const given = process.env["KAFKA_BROKERS"];
  delete process.env["KAFKA_BROKERS"];
  let local: Promise<string | null> | null = null;
  let broker: ReturnType<typeof findBroker> | null = null;
  return {
    context: async (project) => {
      const wanted = wantedBy(await selectedSources(project));
      if (wanted === null) return { broker: null, localReason: null };
      local ??= localKafkaReason();
      const localReason = await local;
      if (wanted === "own brokers") {
        if (localReason !== null) refuseInCi(localReason);
        return { broker: null, localReason };
      }
      broker ??= findBroker({ given, localReason });
      const found = await broker;
      if ("skipped" in found) refuseInCi(found.skipped);
      return { broker: shared(found), localReason };
    },
    stop: async () => {
      const found = await broker?.catch(() => null);
      broker = null;
      if (found && "stop" in found) await found.stop();
    },
  };
}

/** What the texts of test files ask for. */
export function wantedBy(sources: readonly string[]): "broker" | "own brokers" | null {
  if (sources.some((text) => /\b(describeKafka|testBroker)\b/.test(text))) return "broker";
  if (sources.some((text) => /\b(describeLocalKafka|startLocalKafka)\b/.test(text)))
    return "own brokers";
  return null;
}

/** The test files of the project that the command line selects; all of them when vitest does not say. */
async function selectedSources(project: TestProject): Promise<readonly string[]> {
  // as: vitest has the filters of the command line here, without declaring them
  const { filenamePattern } = project.vitest as { filenamePattern?: string[] };
  const { testFiles } = await project.globTestFiles(filenamePattern);
  return Promise.all(testFiles.map((file) => readFile(file, "utf8")));
}

/** On the machine that decides whether a change is good, tests that did not run are not good news. */
function refuseInCi(reason: string): void {
  const ci = process.env["CI"];
  if (ci !== "true" && ci !== "1") return;
  throw new Error(`CI is set, so the Kafka tests have to run, but: ${reason}`);
}

function shared(found: Awaited<ReturnType<typeof findBroker>>): KafkaContext["broker"] {
  return "skipped" in found
    ? { skipped: found.skipped }
    : { brokers: found.brokers, version: found.version };
}
