import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster } from "./cluster.mjs";
import { reasonAgainst } from "./find-tools.mjs";
import { waitForBroker } from "./metadata-request.mjs";

// A local Kafka for tests, forked by them: `{id, action, node?, options?}` comes in by IPC, `{id, value}` or `{id, error}` goes out, `{progress}` between.
// When the parent is gone, so is everything.
let cluster = null;
let scratch = null;

const actions = {
  check: ({ options }) => reasonAgainst(options.version),
  waitFor: ({ options }) => waitForBroker(options.port),
  start: async ({ options }) => {
    scratch = options.dir ? null : mkdtempSync(join(tmpdir(), "shipment-tracking-kafka-"));
    const onProgress = (progress) => process.send?.({ progress });
    cluster = await startCluster({ ...options, dir: options.dir ?? scratch, onProgress });
    return { brokers: cluster.brokers, pids: cluster.nodes.map(({ pid }) => pid) };
  },
  startNode: ({ node }) => cluster.startNode(node),
  stopNode: ({ node }) => cluster.node(node).stop(),
  killNode: ({ node }) => cluster.node(node).kill(),
  pauseNode: ({ node }) => cluster.node(node).pause(),
  resumeNode: ({ node }) => cluster.node(node).resume(),
  wipeNode: ({ node }) => cluster.node(node).wipe(),
  stop: () => end({ inOrder: true }),
};

process.on("message", (message) => {
  void answer(message);
});
process.once("disconnect", () => {
  void end({ inOrder: false }).finally(() => process.exit());
});
// Ctrl-C reaches the whole group: the parent stops this process in its own time
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);

async function answer(message) {
  const { id, action } = message;
  try {
    process.send?.({ id, value: (await actions[action](message)) ?? null });
  } catch (error) {
    process.send?.({ id, error: error.message });
  }
}

/** Nobody needs what a test's broker stored: without a directory of the caller it is killed, which takes no second. */
async function end({ inOrder }) {
  const ending = cluster;
  cluster = null;
  if (ending && (scratch !== null || !inOrder))
    await Promise.all(ending.nodes.map((node) => node.kill()));
  await ending?.stop();
  if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
  scratch = null;
}
