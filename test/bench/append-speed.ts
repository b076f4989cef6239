// npm run bench -- append; by itself: tsx test/bench/append-speed.ts [rounds] [seconds] [--json file]. P10: commands a second with the log's dense positions
// beside the same transaction with a plain sequence, in turns: the whole of a command (locks, windows, decision, rows, search text, audit line, append,
// durable commit), by several writers at once; one command a transaction as from a form, and batches as an import makes them.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { createPool, type Queryable } from "@shipment-tracking/postgres";
import { createSequenceText, withPlainSequence } from "./append/plain-sequence.ts";
import { makeWriters, writeAtOnce, type WriteOptions, writeUntil } from "./append/writers.ts";
import { startTrackingDatabase } from "./bench-database.ts";
import { type BenchFigure, writeFigures } from "./figure.ts";
import { cpuSecondsOf } from "./process-cpu.ts";
import { figureOf, quantile, say } from "./webhooks/figures.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
const [rounds = 5, seconds = 2] = positionals.map(Number);
const cases = [
  { id: "P10", what: "one command a transaction", batch: 1, writers: 8 },
  { id: "P10 batches", what: "batches of 500 commands", batch: 500, writers: 2 },
] as const;
const shipmentsOfOne = 1_000;

interface Slice {
  readonly perSecond: number;
  /** Microseconds of PostgreSQL for each command. */
  readonly postgres: number;
}

interface Round {
  readonly dense: Slice;
  readonly plain: Slice;
}

const database = await startTrackingDatabase();
// as many connections as the web application has
const pool = createPool({ url: database.urls.web, applicationName: "bench", max: 10 });
try {
  await database.admin.query({ text: createSequenceText });
  const writers = await makeWriters(pool, { writers: 8, shipments: shipmentsOfOne });
  // tables as they are after some time: what the planner knows of an empty one is misleading
  for (const before of [0, 1]) {
    await database.admin.query({ text: "vacuum (analyze)" });
    const made = (1 + before) * shipmentsOfOne;
    await writeUntil({ pool, writers, batch: 500, wrap: (tx) => tx }, made);
  }
  await database.admin.query({ text: "vacuum (analyze)" });
  const figures: BenchFigure[] = [];
  for (const one of cases) {
    const wanted = { pool, batch: one.batch, writers: writers.slice(0, one.writers) };
    figures.push(figureOfCase(one, await measure(one.what, wanted)));
  }
  if (flags.json !== undefined) writeFigures(flags.json, figures);
} finally {
  await pool.end();
  await database.stop();
}

type Wanted = Omit<WriteOptions, "wrap" | "ms">;

async function measure(what: string, wanted: Wanted): Promise<readonly Round[]> {
  const measured: Round[] = [];
  // the first round warms up
  for (let n = 0; n <= rounds; n += 1) {
    const ms = n === 0 ? 500 : seconds * 1_000;
    const dense = (): Promise<Slice> => measureSlice({ ...wanted, ms, wrap: (tx) => tx });
    const plain = (): Promise<Slice> => measureSlice({ ...wanted, ms, wrap: withPlainSequence });
    // neither is always the first
    const early = n % 2 === 0 ? await plain() : null;
    const ours = await dense();
    const round = { dense: ours, plain: early ?? (await plain()) };
    const ratio = round.dense.perSecond / round.plain.perSecond;
    say(
      `${what}, ${n === 0 ? "warm-up" : `round ${String(n)} of ${String(rounds)}`}: dense ${shown(round.dense)}, sequence ${shown(round.plain)}, ratio ${ratio.toFixed(2)}, load ${String(loadavg()[0])}`,
    );
    if (n > 0) measured.push(round);
  }
  return measured;
}

async function measureSlice(
  options: Wanted & { readonly ms: number; wrap(tx: Queryable): Queryable },
): Promise<Slice> {
  const before = cpuSecondsOf([database.pid]);
  const startedAt = performance.now();
  const perSecond = await writeAtOnce(options);
  const count = (perSecond * (performance.now() - startedAt)) / 1_000;
  return { perSecond, postgres: ((cpuSecondsOf([database.pid]) - before) * 1e6) / count };
}

function shown({ perSecond, postgres }: Slice): string {
  return `${format(perSecond)}/s (PostgreSQL ${format(postgres)} µs)`;
}

function figureOfCase(
  { id, what, writers }: (typeof cases)[number],
  measured: readonly Round[],
): BenchFigure {
  const median = (of: (round: Round) => number): string => format(quantile(measured.map(of), 0.5));
  return figureOf(
    measured.map(({ dense, plain }) => dense.perSecond / plain.perSecond),
    {
      id,
      what: `commands/s, ${what} ÷ the same with a plain sequence`,
      unit: "ratio",
      floor: 0.9,
      aim: 0.95,
      note: `${String(writers)} writers at once; ${median(({ dense }) => dense.perSecond)} commands/s, CPU-µs of PostgreSQL each ${median(({ dense }) => dense.postgres)}, with a sequence ${median(({ plain }) => plain.postgres)}`,
    },
  );
}

function format(count: number): string {
  return Math.round(count).toLocaleString("en");
}
