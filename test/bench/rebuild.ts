// npm run bench:rebuild -- [events] [workers]: how long a rebuild of the read tables takes on a throw-away database, phase by phase, beside the same
// events applied row by row in one transaction. Log, read tables, PostgreSQL and the rebuild share the machine.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@shipment-tracking/embedded-postgres";
import {
  eventLogMigrations,
  readHeads,
  readPart,
  readPartByStream,
  readStream,
} from "@shipment-tracking/event-log";
import {
  createPool,
  ensureRoles,
  inTransaction,
  migrate,
  type Pool,
} from "@shipment-tracking/postgres";
import {
  applyDeliveryIn,
  type LogSource,
  projectorConsumer,
  readModelMigrations,
  rebuild,
} from "@shipment-tracking/read-model";
import { webMigrations } from "@shipment-tracking/web-service";
import { webhookMigrations } from "@shipment-tracking/webhooks";
import { fillLog } from "./rebuild-log.ts";

const [events = "1000000", workers = String(Math.min(4, availableParallelism()))] =
  process.argv.slice(2);
const rowByRowEvents = 1_000;
const directory = mkdtempSync(join(tmpdir(), "tracking-bench-"));
// root's PostgreSQL runs as another user, which has to get in
chmodSync(directory, 0o711);
const postgres = await startEmbeddedPostgres({
  dataDir: directory,
  logFile: join(directory, "postgres.log"),
  password: "bench",
});
const pool = createPool({
  url: postgres.url,
  applicationName: "bench",
  max: 2 * Number(workers) + 2,
  statementTimeoutMs: 86_400_000,
});
try {
  await ensureRoles(postgres.url);
  await migrate({
    url: postgres.url,
    sets: [eventLogMigrations, webMigrations, webhookMigrations, readModelMigrations],
  });
  const log: LogSource = {
    heads: () => readHeads(pool),
    part: (part, range) => readPart(pool, part, range),
    partByStream: (part, upToPos) => readPartByStream(pool, part, { upToPos }),
    stream: (id) => readStream(pool, id),
  };
  await measure(log);
} finally {
  await pool.end();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
  rmSync(postgres.clusterDir, { recursive: true, force: true });
}

async function measure(log: LogSource): Promise<void> {
  const filling = performance.now();
  const written = await fillLog(pool, Number(events));
  print(`log: ${format(written)} events written in ${seconds(performance.now() - filling)}`);
  const before = await rowByRow(pool, log);
  const started = performance.now();
  const cpu = process.cpuUsage();
  const report = await rebuild(pool, {
    log,
    workers: Number(workers),
    onPhase: (phase) => print(`  ${phase} at ${seconds(performance.now() - started)}`),
  });
  const total = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const after = await rowByRow(pool, log);
  const single = (before + after) / 2;
  const load = written / report.seconds.load;
  const phases = Object.entries(report.seconds).map(([name, s]) => `${name} ${s.toFixed(1)} s`);
  print(`rebuild: ${format(report.rows)} rows in ${seconds(total)} with ${workers} workers`);
  print(`  ${phases.join(", ")}; the projector was held for ${report.lockedMs.toFixed(0)} ms`);
  print(`  ${format((written / total) * 1_000)} events/s in all, ${format(load)} events/s loading`);
  print(`  ${((user + system) / written).toFixed(0)} µs of this process's CPU time an event`);
  print(`row by row in one transaction: ${format(before)} and ${format(after)} events/s`);
  print(
    `ratio: ${(load / single).toFixed(1)} loading, ${(((written / total) * 1_000) / single).toFixed(1)} in all`,
  );
  const rss = process.resourceUsage().maxRSS / 1_024;
  // other work on the machine stretches everything; the ratio and the CPU time suffer less
  print(`memory of this process at most ${rss.toFixed(0)} MB; load ${loadavg().join(" ")}`);
}

/** Events a second, each on its own but all in one transaction, which is rolled back; on read tables that are empty or full. */
async function rowByRow(db: Pool, log: LogSource): Promise<number> {
  const part = 0;
  const { rows } = await db.query<{ pos: number }>({
    text: "select pos from read.positions where part = 0",
  });
  // full tables: the events come again and count as new ones in an empty schema only, so the part starts anew
  const records = await log.part(part, { afterPos: 0, limit: rowByRowEvents });
  const result = { perSecond: 0 };
  const rolledBack = new Error("rolled back");
  try {
    await inTransaction(db, async (tx) => {
      if (rows.length > 0) await forget(tx, records.at(-1)?.pos ?? 0);
      const started = performance.now();
      for (const record of records) {
        const batches = [{ part, epoch: 9, records: [record] }];
        await applyDeliveryIn((work) => work(tx), { consumer: projectorConsumer, batches });
      }
      result.perSecond = (records.length / (performance.now() - started)) * 1_000;
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  return result.perSecond;
}

/** Takes the streams of the part's first events out of the tables again. */
async function forget(tx: Parameters<typeof readHeads>[0], upTo: number): Promise<void> {
  const streams = `select stream_id from write.event_log where part = 0 and pos <= ${String(upTo)}`;
  await tx.query({ text: `delete from read.shipments where id in (${streams})` });
  await tx.query({ text: `delete from read.shipment_timelines where shipment_id in (${streams})` });
  await tx.query({ text: "update read.tenants set stream_version = 0" });
  await tx.query({ text: "update read.positions set pos = 0 where part = 0" });
}

function format(count: number): string {
  return Math.round(count).toLocaleString("en");
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
