import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startCluster } from "./cluster.mjs";
import { versions } from "./fetch-jars.mjs";
import { LocalKafkaError } from "./kafka-error.mjs";

// `npm run kafka [-- --nodes 3] [--version 3.9.2]`: a local Apache Kafka until Ctrl-C, data in DATA_DIR/kafka. Prints KAFKA_BROKERS=… when it answers.
const say = (sentence) => process.stderr.write(`${sentence}\n`);

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopping.abort());

try {
  await run(readArguments());
} catch (error) {
  if (!stopping.signal.aborted) {
    say(error instanceof LocalKafkaError ? error.message : error.stack);
    process.exitCode = 1;
  }
}

async function run({ nodes, version }) {
  const { signal } = stopping;
  const dir = join(resolve(process.env.DATA_DIR || "data"), "kafka");
  const cluster = await startCluster({ dir, nodes, version, onProgress: say, signal });
  process.stdout.write(`KAFKA_BROKERS=${cluster.brokers.join(",")}\n`);
  say(`Apache Kafka ${version} runs, data in ${dir}. Ctrl-C stops it.`);
  await Promise.race([aborted(signal), allEnded(cluster)]);
  await cluster.stop();
}

function aborted(signal) {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener("abort", done, { once: true });
  });
}

/** Nodes that end by themselves are reported; the others go on, as they would on machines of their own. */
async function allEnded(cluster) {
  await Promise.all(
    cluster.nodes.map(async (node) => {
      await node.exited;
      if (stopping.signal.aborted) return;
      say(`Node ${node.id} has ended by itself. Its last lines:\n${node.logTail()}`);
      process.exitCode = 1;
    }),
  );
}

function readArguments() {
  const options = { nodes: { type: "string" }, version: { type: "string" } };
  try {
    const { values } = parseArgs({ options, strict: true });
    const { nodes = "1", version = versions[0] } = values;
    if (!["1", "3"].includes(nodes)) throw new Error("--nodes is 1 or 3");
    if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("--version is one like 4.3.1");
    return { nodes: Number(nodes), version };
  } catch (error) {
    throw new LocalKafkaError(
      `${error.message}. Use: npm run kafka -- [--nodes 1|3] [--version ${versions.join("|")}]`,
    );
  }
}
