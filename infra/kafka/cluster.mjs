import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { fetchJars } from "./fetch-jars.mjs";
import { reasonAgainst } from "./find-tools.mjs";
import { LocalKafkaError } from "./kafka-error.mjs";
import { acquireLock } from "./lock.mjs";
import { readBrokerIds } from "./metadata-request.mjs";
import { KafkaNode } from "./node.mjs";
import { choosePorts } from "./ports.mjs";
import { serverProperties } from "./server-properties.mjs";

/**
 * Starts the brokers whose data lie in `dir`, one or three, and waits until they answer: `{brokers, node(id), startNode(id), stop()}`. Node ids and data stay
 * the same from start to start, ports where they are free. Throws a LocalKafkaError with a remedy.
 */
export async function startCluster({ dir, nodes: count, version, onProgress, signal }) {
  const reason = reasonAgainst(version);
  if (reason !== null) throw new LocalKafkaError(reason);
  const lock = lockDirectory(dir);
  let nodes = [];
  try {
    const state = readState(dir, { version, nodes: count });
    const { clusterId } = state;
    const jars = await fetchJars(version, { onProgress, signal });
    nodes = Array.from(
      { length: count },
      (_, index) =>
        new KafkaNode({ dir: join(dir, `node-${index + 1}`), id: index + 1, jars, clusterId }),
    );
    // one that was left behind still has its ports
    await Promise.all(nodes.map((node) => node.removeStale()));
    const ports = await startNodes(nodes, { state, dir, onProgress, signal });
    return clusterOf({ nodes, ports, lock });
  } catch (error) {
    await Promise.all(nodes.map((node) => node.kill()));
    lock.release();
    throw error;
  }
}

function clusterOf({ nodes, ports, lock }) {
  const node = (id) => {
    const found = nodes[id - 1];
    if (!found) throw new LocalKafkaError(`There is no node ${id}, only 1 to ${nodes.length}.`);
    return found;
  };
  return {
    brokers: ports.map(({ broker }) => `127.0.0.1:${broker}`),
    nodes,
    node,
    startNode: async (id) => {
      await node(id).format();
      await node(id).start();
      await waitUntilAnswering(node(id), { port: ports[id - 1].broker, ids: [id] });
    },
    stop: async () => {
      // together: a controller that lost its quorum cannot stop in order
      await Promise.all(nodes.map((one) => one.stop()));
      lock.release();
    },
  };
}

function lockDirectory(dir) {
  mkdirSync(dir, { recursive: true });
  const lock = acquireLock(join(dir, "lock"));
  if ("release" in lock) return lock;
  throw new LocalKafkaError(
    `The directory ${dir} is in use by process ${lock.holder}. Stop that process, or set DATA_DIR to another directory.`,
  );
}

/** What was chosen at the first start: `{version, nodes, clusterId, ports}`. */
function readState(dir, { version, nodes }) {
  const file = join(dir, "cluster.json");
  // Kafka's ids: 16 bytes in base64url; one that begins with - looks like an option
  const clusterId = `A${randomBytes(16).toString("base64url").slice(1)}`;
  if (!existsSync(file)) return writeState(dir, { version, nodes, clusterId, ports: [] });
  const state = JSON.parse(readFileSync(file, "utf8"));
  if (state.version === version && state.nodes === nodes) return state;
  throw new LocalKafkaError(
    `The data in ${dir} belong to Kafka ${state.version} with ${state.nodes} node(s), not to ${version} with ${nodes}. Remove that directory (the events are in PostgreSQL), or set DATA_DIR to another one.`,
  );
}

function writeState(dir, state) {
  writeFileSync(join(dir, "cluster.json"), `${JSON.stringify(state)}\n`);
  return state;
}

/** Another program may take a port between the choice and the start: then others are chosen. */
async function startNodes(nodes, { state, dir, onProgress, signal }) {
  let ports = await choosePortPairs(nodes.length, state.ports);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await launch(nodes, { ports, version: state.version, signal });
      writeState(dir, { ...state, ports });
      return ports;
    } catch (error) {
      await Promise.all(nodes.map((node) => node.kill()));
      const taken = nodes.some((node) => /Address already in use/.test(node.logTail(1_000)));
      if (!taken || attempt === 5) throw error;
      onProgress("A port was taken, choosing others");
      ports = await choosePortPairs(nodes.length, []);
    }
  }
}

async function launch(nodes, { ports, version, signal }) {
  const ids = nodes.map(({ id }) => id);
  for (const node of nodes) {
    const dataDir = join(node.dir, "data");
    node.writeProperties(serverProperties({ id: node.id, version, ports, dataDir }));
  }
  await Promise.all(nodes.map((node) => node.format()));
  await Promise.all(nodes.map((node) => node.start()));
  await Promise.all(
    nodes.map((node, index) =>
      waitUntilAnswering(node, { port: ports[index].broker, ids, signal }),
    ),
  );
}

/** Until the broker answers clients and knows the brokers `ids`. */
async function waitUntilAnswering(node, { port, ids, signal }) {
  const deadline = performance.now() + 180_000;
  for (;;) {
    const known = await readBrokerIds(port).catch(() => []);
    if (ids.every((id) => known.includes(id))) return;
    if (node.pid === null)
      throw new LocalKafkaError(`Kafka ended while it started. Its last lines:\n${node.logTail()}`);
    if (performance.now() > deadline)
      throw new LocalKafkaError(`Kafka did not answer within 180 s; see ${node.logFile}.`);
    await delay(50, undefined, { signal });
  }
}

async function choosePortPairs(count, wanted) {
  const flat = await choosePorts(
    2 * count,
    wanted.flatMap(({ broker, controller }) => [broker, controller]),
  );
  return Array.from({ length: count }, (_, index) => ({
    broker: flat[2 * index],
    controller: flat[2 * index + 1],
  }));
}
