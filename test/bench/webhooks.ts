// npm run bench:webhooks -- [throughput|latency|fairness|neighbours|rows …]: (a) durable deliveries a second beside a bare loop of requests to the same
// sink, (b) event to receiver at 200 events/s, (c) what one tenant's black holes cost the others, (d) rows a second of claim and completion. All parts
// unless some are named; a database of its own, durable commits; client, worker, sink and database share the machine.
import { randomBytes } from "node:crypto";
import { cpus, loadavg } from "node:os";
import { createSecretBox } from "@shipment-tracking/secrets";
import { startBenchDatabase } from "./webhooks/database.ts";
import { measureFairness } from "./webhooks/fairness.ts";
import { say } from "./webhooks/figures.ts";
import { measureLatency, measureNeighbours } from "./webhooks/latency.ts";
import { openBench } from "./webhooks/queue.ts";
import { measureRows } from "./webhooks/rows.ts";
import { measureThroughput } from "./webhooks/throughput.ts";

const parts = new Map([
  ["throughput", measureThroughput],
  ["latency", measureLatency],
  ["fairness", measureFairness],
  ["neighbours", measureNeighbours],
  ["rows", measureRows],
]);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.has(name));
if (unknown.length > 0)
  throw new Error(`no part ${unknown.join(", ")}: ${[...parts.keys()].join(", ")}`);

const database = await startBenchDatabase();
try {
  const bench = await openBench(database, createSecretBox([{ id: "bench", key: randomBytes(32) }]));
  try {
    for (const [name, measure] of parts) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const load = loadavg().map((value) => value.toFixed(1));
      say(`${name}, load before ${load.join(" ")} on ${String(cpus().length)} cores`);
      await measure(bench);
    }
  } finally {
    await bench.close();
  }
} finally {
  await database.stop();
}
