// npm run bench:webhooks -- [throughput|latency|fairness|neighbours|zoo|rows …] [--json file]: (a) durable deliveries a second beside a bare loop of
// requests of the same bytes to the same sink, (b) event to receiver at 200 events/s and where the time goes, (c) what one tenant's black holes and
// the hostile receivers of the tests cost the others, (d) rows a second of claim and completion. All parts unless some are named; a database of its own, its commits as in production; client,
// worker, sink and database share the machine.
import { randomBytes } from "node:crypto";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { createSecretBox } from "@shipment-tracking/secrets";
import { type BenchFigure, writeFigures } from "./figure.ts";
import { startTrackingDatabase } from "./bench-database.ts";
import { measureFairness } from "./webhooks/fairness.ts";
import { say, tableOf } from "./webhooks/figures.ts";
import { measureLatency, measureNeighbours } from "./webhooks/latency.ts";
import { openBench } from "./webhooks/queue.ts";
import { measureRows } from "./webhooks/rows.ts";
import { measureThroughput } from "./webhooks/throughput.ts";
import { measureZoo } from "./webhooks/zoo.ts";

const parts = new Map([
  ["throughput", measureThroughput],
  ["latency", measureLatency],
  ["fairness", measureFairness],
  ["neighbours", measureNeighbours],
  ["zoo", measureZoo],
  ["rows", measureRows],
]);

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
const unknown = wanted.filter((name) => !parts.has(name));
if (unknown.length > 0)
  throw new Error(`no part ${unknown.join(", ")}: ${[...parts.keys()].join(", ")}`);

const figures: BenchFigure[] = [];
const database = await startTrackingDatabase();
try {
  const bench = await openBench(database, createSecretBox([{ id: "bench", key: randomBytes(32) }]));
  try {
    for (const [name, measure] of parts) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const load = loadavg().map((value) => value.toFixed(1));
      say(`${name}, load before ${load.join(" ")}`);
      figures.push(...(await measure(bench)));
    }
    const { rows } = await database.admin.query<{ version: string }>({
      text: "select current_setting('server_version') as version",
    });
    const [cpu] = cpus();
    say(`\n${tableOf(figures)}`);
    for (const { id, note } of figures) say(`  ${id}: ${note}`);
    say(
      `${String(cpus().length)} × ${cpu?.model ?? "CPU"}, Node ${process.versions.node}, PostgreSQL ${rows[0]?.version ?? ""}`,
    );
  } finally {
    await bench.close();
  }
} finally {
  await database.stop();
}
if (values.json !== undefined) writeFigures(values.json, figures);
