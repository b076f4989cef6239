// npm run bench:scale -- [shipments …] [--json file]: one tenant that grows to each of these sizes (default 10000 100000 1000000; 8.25 events a shipment):
// events a second of the projector over the last of them, time of one list request at a time, kept and not, and what everything takes on disk. At the
// default sizes about 25 minutes and 20 GB of disk.
import { parseArgs } from "node:util";
import { prepareTenants } from "../crash/system/prepare-database.ts";
import { type TrackingDatabase, startTrackingDatabase } from "./bench-database.ts";
import { type BenchFigure, writeFigures } from "./figure.ts";
import { createLogWriter, type LogWriter } from "./log-writer.ts";
import { drain } from "./projector/drain.ts";
import { startReadApi } from "./read-api/start-server.ts";
import { timeLists } from "./scale/time-lists.ts";
import { readSizes } from "./scale/read-sizes.ts";
import { figureOf, say, tableOf } from "./webhooks/figures.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
const sizes = (positionals.length === 0 ? ["10000", "100000", "1000000"] : positionals).map(Number);
const together = 500;
if (sizes.some((size) => !Number.isInteger(size / together) || size <= 0))
  throw new RangeError(`Sizes are multiples of ${String(together)} shipments`);
const eventsOfShipment = 8.25;
/** What is written to the log before the projector works it off. */
const eventsAtOnce = 100_000;

const figures: BenchFigure[] = [];
const database = await startTrackingDatabase();
try {
  const [tenant] = await prepareTenants(database.urls.web, ["bench"]);
  if (tenant === undefined) throw new Error("no tenant");
  // groups of shipments that are whole at every size
  const log = createLogWriter({ tenantIds: [tenant.id], together });
  let shipments = 0;
  for (const size of sizes.toSorted((one, other) => one - other)) {
    const rates = await grow(database, log, size - shipments);
    shipments = size;
    figures.push(...(await measure(database, { size, rates, apiKey: tenant.apiKey })));
    say(tableOf(figures.slice(-6)));
  }
} finally {
  await database.stop();
}
say(`\n${tableOf(figures)}`);
if (values.json !== undefined) writeFigures(values.json, figures);

/** Events a second of the projector, chunk by chunk. */
async function grow(
  { url, admin, pid }: TrackingDatabase,
  log: LogWriter,
  shipments: number,
): Promise<readonly number[]> {
  const rates: number[] = [];
  const total = Math.round(shipments * eventsOfShipment);
  for (let done = 0; done < total;) {
    const count = Math.min(eventsAtOnce, total - done);
    for (let written = 0; written < count; written += 10_000)
      await log.write(admin, Math.min(10_000, count - written));
    const { events, ms } = await drain({ url, postgresPid: pid }, count);
    rates.push((events / ms) * 1_000);
    done += count;
    say(`${String(done)} of ${String(total)} events, ${(rates.at(-1) ?? 0).toFixed(0)}/s`);
  }
  // as in production, where autovacuum has been at work for longer
  await admin.query({ text: "vacuum analyze" });
  return rates;
}

interface Measurement {
  readonly size: number;
  readonly rates: readonly number[];
  readonly apiKey: string;
}

async function measure(
  { urls, admin }: TrackingDatabase,
  { size, rates, apiKey }: Measurement,
): Promise<readonly BenchFigure[]> {
  const id = `scale ${String(size)}`;
  const kept = await startReadApi(urls.api);
  const uncached = await startReadApi(urls.api, { cacheMb: 0 });
  try {
    const lists = await timeLists({ id, size, apiKey, kept: kept.port, uncached: uncached.port });
    const last = rates.slice(-Math.max(1, Math.ceil(rates.length / 2)));
    return [
      figureOf(last, { id, what: "projected events", unit: "/s", note: "the last half of them" }),
      ...lists,
      ...(await readSizes(admin, { id, size })),
    ];
  } finally {
    for (const { child } of [kept, uncached]) child.kill("SIGTERM");
  }
}
