// npm run bench -- projector; by itself: tsx test/bench/projector-speed.ts [events a round] [rounds] [warm-up] [--json file]. P5: events a second of the service's
// projector (log read and decoded, rows folded and rendered, read tables, counters, buckets, public views and positions written) beside pgbench, which
// runs the writes alone: the projector's own statements with the very values that it sends, 500 events a transaction, on a copy of the same tables.
// Each round applies the same events on both sides.
import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Pool } from "@shipment-tracking/postgres";
import { adminPool, startTrackingDatabase, withDatabase } from "./bench-database.ts";
import { type BenchFigure, writeFigures } from "./figure.ts";
import { createLogWriter, type LogWriter, writeTenants } from "./log-writer.ts";
import { type Drained, drain } from "./projector/drain.ts";
import { recordWrites } from "./projector/record-writes.ts";
import { createSameWrites, type SameWrites, writer } from "./projector/same-writes.ts";
import { figureOf, quantile, say } from "./webhooks/figures.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
/** The warm-up makes shipments enough for every tenant to have buckets. */
const [eventsPerRound = 40_000, rounds = 5, warmUp = 120_000] = positionals.map(Number);
const eventsEach = 500;
const tenants = 20;
const perWrite = 20_000;

interface Round {
  readonly ours: Drained;
  readonly perSecond: number;
  readonly plain: number;
}

const database = await startTrackingDatabase();
const mainUrl = withDatabase(database.url, "bench_main");
const copyUrl = withDatabase(database.url, "bench_copy");
const projector = {
  url: withDatabase(database.urls.projector, "bench_main"),
  postgresPid: database.pid,
};
try {
  const measured = await measure();
  const figures = figuresOf(measured);
  if (flags.json !== undefined) writeFigures(flags.json, figures);
} finally {
  await database.stop();
}

async function measure(): Promise<readonly Round[]> {
  const log = await makeDatabases();
  const main = adminPool(mainUrl);
  const scratch = adminPool(withDatabase(database.url, "bench_scratch"));
  const copy = adminPool(copyUrl, 2);
  try {
    const same = await createSameWrites(copyUrl, copy);
    const record = { log: main, scratch, eventsEach };
    const measured: Round[] = [];
    // the first round, of few events, warms up
    for (let n = 0; n <= rounds; n += 1) {
      const events = n === 0 ? Math.min(10_000, eventsPerRound) : eventsPerRound;
      await log.write(main, events);
      await same.add(await recordWrites(record, events));
      await database.admin.query({ text: "checkpoint" });
      const round = await measureRound(n, events, same);
      await compareTables(main, copy);
      if (n > 0) measured.push(round);
    }
    return measured;
  } finally {
    await Promise.all([main.end(), scratch.end(), copy.end()]);
  }
}

/** Three databases with the same read tables: the projector's with its log, pgbench's, and one in which writes are recorded. */
async function makeDatabases(): Promise<LogWriter> {
  const { admin } = database;
  await database.createDatabase("bench_main");
  const main = adminPool(mainUrl);
  const tenantIds = Array.from({ length: tenants }, () => randomUUID());
  await writeTenants(main, tenantIds);
  const log = createLogWriter({ tenantIds });
  for (let left = warmUp; left > 0; left -= perWrite)
    await log.write(main, Math.min(left, perWrite));
  const warmed = await drain(projector, warmUp + tenants);
  say(`warm-up: ${describe(warmed)}`);
  await main.query({ text: "vacuum (analyze)" });
  // a template may have no sessions
  await main.end();
  for (const name of ["bench_scratch", "bench_copy"])
    await admin.query({ text: `create database ${name} template bench_main` });
  return log;
}

/** Both sides have written the same: else they were not worth comparing. */
async function compareTables(...pools: readonly Pool[]): Promise<void> {
  const sums = await Promise.all(
    pools.map(async (pool) => {
      const { rows } = await pool.query({
        text: `
          select
            (select sum(hashtextextended(doc || status, version)) from read.shipments) as items,
            (select sum(hashtextextended(doc || entries, version)) from read.shipment_timelines) as timelines,
            (select sum(hashtextextended(doc, 0)) from read.public_tracking) as views,
            (select sum(hashtextextended(tenant_id || status, n)) from read.shipment_counts) as counts,
            (select sum(n) from read.shipment_buckets) as bucketed`,
      });
      return JSON.stringify(rows);
    }),
  );
  if (new Set(sums).size > 1) throw new Error(`The tables differ: ${sums.join(" ")}`);
}

async function measureRound(n: number, events: number, same: SameWrites): Promise<Round> {
  // neither is always the first
  const early = n % 2 === 0 ? await same.run() : null;
  const ours = await drain(projector, events);
  const plain = (events / (early ?? (await same.run()))) * 1_000;
  const perSecond = (ours.events / ours.ms) * 1_000;
  const title = n === 0 ? "warm-up" : `round ${String(n)} of ${String(rounds)}`;
  const ratio = (perSecond / plain).toFixed(2);
  say(
    `${title}: ${describe(ours)}; the writes alone ${format(plain)}/s, ratio ${ratio}, load ${String(loadavg()[0])}`,
  );
  return { ours, perSecond, plain };
}

function describe({ events, ms, transactions, cpu }: Drained): string {
  const perSecond = format((events / ms) * 1_000);
  return `${perSecond} events/s, ${format(events / transactions)} a transaction, CPU-µs each ${format(cpu.projector)} + ${format(cpu.postgres)} PostgreSQL`;
}

function figuresOf(measured: readonly Round[]): readonly BenchFigure[] {
  const median = (of: (round: Round) => number): string => format(quantile(measured.map(of), 0.5));
  const cpu = `CPU-µs an event: projector ${median(({ ours }) => ours.cpu.projector)}, PostgreSQL ${median(({ ours }) => ours.cpu.postgres)}`;
  const size = `${format(eventsPerRound)} events a round, the same on both sides; ${String(tenants)} tenants`;
  return [
    figureOf(
      measured.map(({ perSecond, plain }) => perSecond / plain),
      {
        id: "P5",
        what: `projector events/s, log read and decoded ÷ ${writer}, its writes alone`,
        unit: "ratio",
        floor: 0.35,
        aim: 0.6,
        note: `${size}; ${median((round) => round.plain)} events/s of the writes alone (transactions of ${String(eventsEach)}); ${cpu}`,
      },
    ),
    figureOf(
      measured.map(({ perSecond }) => perSecond),
      {
        id: "P5 events",
        what: "projected events",
        unit: "/s",
        note: `${median(({ ours }) => ours.events / ours.transactions)} events a transaction`,
      },
    ),
  ];
}

function format(count: number): string {
  return Math.round(count).toLocaleString("en");
}
