// npm run bench -- rebuild; by itself: tsx test/bench/rebuild.ts [events] [rounds] [--json file]. P5b: events a second of a rebuild of the read tables, from
// the first event read to the switch, beside the same log's events applied row by row in one transaction, in turns. Log, read tables and rebuild share the
// machine.
import { randomUUID } from "node:crypto";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import {
  partCount,
  readHeads,
  readPart,
  readPartByStream,
  readStream,
} from "@shipment-tracking/event-log";
import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import {
  applyDeliveryIn,
  type LogSource,
  projectorConsumer,
  rebuild,
  type RebuildReport,
} from "@shipment-tracking/read-model";
import { startTrackingDatabase } from "./bench-database.ts";
import { type BenchFigure, writeFigures } from "./figure.ts";
import { createLogWriter, writeTenants } from "./log-writer.ts";
import { figureOf, quantile, say } from "./webhooks/figures.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
const [events = 150_000, rounds = 5] = positionals.map(Number);
const workers = Math.min(4, availableParallelism());
const sliceMs = 2_500;
const rebuildWhat = "rebuild events/s ÷ row by row in one transaction";
const perWrite = 20_000;

interface Round {
  readonly rowByRow: number;
  readonly rebuilt: RebuildReport;
  /** Of the whole rebuild. */
  readonly perSecond: number;
  /** Microseconds of this process for each event. */
  readonly cpu: number;
}

const database = await startTrackingDatabase();
try {
  const log = sourceOf(database.admin);
  const count = await fill(database.admin);
  // what is measured replaces tables that are full
  await rebuild(database.admin, { log, workers });
  const measured: Round[] = [];
  for (let n = 0; n < rounds; n += 1) measured.push(await measureRound(n, log, count));
  const figures = figuresOf(measured, count);
  if (flags.json !== undefined) writeFigures(flags.json, figures);
} finally {
  await database.stop();
}

function sourceOf(pool: Pool): LogSource {
  return {
    heads: () => readHeads(pool),
    part: (part, range) => readPart(pool, part, range),
    partByStream: (part, upToPos) => readPartByStream(pool, part, { upToPos }),
    stream: (id) => readStream(pool, id),
  };
}

async function fill(pool: Pool): Promise<number> {
  const tenantIds = Array.from({ length: 20 }, () => randomUUID());
  await writeTenants(pool, tenantIds);
  const writer = createLogWriter({ tenantIds });
  for (let left = events; left > 0; left -= perWrite)
    await writer.write(pool, Math.min(left, perWrite));
  await pool.query({ text: "vacuum (analyze) write.event_log" });
  say(`log: ${format(events + tenantIds.length)} events`);
  return events + tenantIds.length;
}

async function measureRound(n: number, log: LogSource, count: number): Promise<Round> {
  // neither is always the first
  const early = n % 2 === 0 ? await rowByRow(log, n) : null;
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const rebuilt = await rebuild(database.admin, { log, workers });
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  const single = early ?? (await rowByRow(log, n));
  const perSecond = (count / ms) * 1_000;
  const phases = Object.entries(rebuilt.seconds).map(([name, s]) => `${name} ${s.toFixed(1)} s`);
  say(
    `round ${String(n + 1)} of ${String(rounds)}: ${format(perSecond)} events/s (${phases.join(", ")}), row by row ${format(single)}, ratio ${(perSecond / single).toFixed(1)}, load ${String(loadavg()[0])}`,
  );
  return { rowByRow: single, rebuilt, perSecond, cpu: (user + system) / count };
}

function figuresOf(measured: readonly Round[], count: number): readonly BenchFigure[] {
  const loading = ({ rebuilt }: Round): number => count / rebuilt.seconds.load;
  const median = (of: (round: Round) => number): string => format(quantile(measured.map(of), 0.5));
  const note = `${format(count)} events, ${String(workers)} workers; ${median((one) => one.perSecond)} events/s in all (reading, indexes, verification and switch), ${median((one) => one.rowByRow)} row by row; ${median((one) => one.cpu)} CPU-µs of the rebuild's process an event`;
  return [
    figureOf(
      measured.map((one) => one.perSecond / one.rowByRow),
      { id: "P5b", what: rebuildWhat, unit: "ratio", floor: 5, aim: 9, note },
    ),
    figureOf(
      measured.map((one) => loading(one) / one.rowByRow),
      {
        id: "P5b loading",
        what: "the same, without indexes, verification and switch",
        unit: "ratio",
        note: `${median(loading)} events/s`,
      },
    ),
  ];
}

/** Events a second, each on its own but all in one transaction, which is rolled back. */
async function rowByRow(log: LogSource, round: number): Promise<number> {
  const result = { perSecond: 0 };
  const rolledBack = new Error("rolled back");
  try {
    await inTransaction(database.admin, async (tx) => {
      result.perSecond = await applyOneByOne(tx, log, (round * 7) % partCount);
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  return result.perSecond;
}

/** Part after part until the time is over; the tables are full, so what a part's streams left there is taken out before. */
async function applyOneByOne(tx: Queryable, log: LogSource, firstPart: number): Promise<number> {
  await tx.query({ text: "update read.tenants set stream_version = 0" });
  let applied = 0;
  let ms = 0;
  for (let n = 0; ms < sliceMs && n < partCount; n += 1) {
    const part = (firstPart + n) % partCount;
    const records = await log.part(part, { afterPos: 0, limit: 1_000 });
    await forget(tx, part, records.at(-1)?.pos ?? 0);
    const startedAt = performance.now();
    for (const record of records) {
      const batches = [{ part, epoch: 9, records: [record] }];
      await applyDeliveryIn((work) => work(tx), { consumer: projectorConsumer, batches });
      applied += 1;
      if (ms + performance.now() - startedAt > sliceMs) break;
    }
    ms += performance.now() - startedAt;
  }
  return (applied / ms) * 1_000;
}

/** Takes the streams of a part's first events out of the tables. */
async function forget(tx: Queryable, part: number, upTo: number): Promise<void> {
  const streams = `select stream_id from write.event_log where part = ${String(part)} and pos <= ${String(upTo)}`;
  await tx.query({
    text: `delete from read.public_tracking using read.shipment_timelines where public_tracking.token_hash = shipment_timelines.token_hash and shipment_id in (${streams})`,
  });
  await tx.query({ text: `delete from read.shipments where id in (${streams})` });
  await tx.query({ text: `delete from read.shipment_timelines where shipment_id in (${streams})` });
  await tx.query({ text: `update read.positions set pos = 0 where part = ${String(part)}` });
  // or the projection would find the buckets wrong and make them anew
  await tx.query({ text: "delete from read.shipment_counts" });
  await tx.query({
    text: `insert into read.shipment_counts (tenant_id, status, n)
select tenant_id, status, count(*) from read.shipments group by tenant_id, status`,
  });
}

function format(count: number): string {
  return Math.round(count).toLocaleString("en");
}
