// npm run bench -- idle; by itself: tsx test/bench/idle.ts [slices] [seconds] [--json file]. P9: CPU of all services while nothing happens, in percent of a
// core, each service a process of its own as in production; without Kafka, then with a broker of its own where one can be started.
import { setTimeout as delay } from "node:timers/promises";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type BenchFigure, type UsedVersions, writeFigures } from "./figure.ts";
import { cpuSecondsOf } from "./process-cpu.ts";
import { type BenchKafka, openKafka } from "./services/kafka.ts";
import { startBenchServices } from "./services/bench-services.ts";
import { figureOf, quantile, say } from "./webhooks/figures.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
const [slices = 3, seconds = 10] = positionals.map(Number);
/** What the start left to do: above all V8 compiles what runs seldom only now, and collects what the start left behind, for most of a minute. */
const settleMs = 60_000;

const figures: BenchFigure[] = [];
let used: UsedVersions = {};
figures.push(...(await measure({ id: "P9", title: "without Kafka", kafka: null })));
const kafka = await openKafka();
if (typeof kafka === "string") say(`no measurement with Kafka: ${kafka}`);
else {
  try {
    const { version } = kafka;
    if (version !== null) used = { "Apache Kafka": version };
    figures.push(...(await measure({ id: "P9 Kafka", title: "with Kafka", kafka })));
  } finally {
    await kafka.stop();
  }
}
if (flags.json !== undefined) writeFigures(flags.json, figures, used);

interface Measurement {
  readonly id: string;
  readonly title: string;
  readonly kafka: BenchKafka | null;
}

async function measure({ id, title, kafka }: Measurement): Promise<readonly BenchFigure[]> {
  const services = await startBenchServices({ kafka, tenantNames: ["alpine", "nordic"] });
  try {
    await delay(settleMs);
    const watched = new Map<string, number>(services.pids);
    const own = [...watched.keys()];
    watched.set("PostgreSQL", services.database.pid);
    for (const pid of kafka?.pids ?? []) watched.set("Kafka", pid);
    const shares: ReadonlyMap<string, number>[] = [];
    for (let n = 0; n < slices; n += 1) {
      const slice = await sharesOf(watched);
      const parts = [...slice].map(([name, share]) => `${name} ${share.toFixed(1)}`);
      say(`${title}, % of a core: ${parts.join(", ")}, load ${String(loadavg()[0])}`);
      shares.push(slice);
    }
    return [
      sumFigure(id, { title, own, shares }),
      ...[...watched.keys()]
        .filter((name) => !own.includes(name))
        .map((name) => besideFigure(id, { title, name, shares })),
    ];
  } finally {
    await services.stop();
  }
}

type Shares = readonly ReadonlyMap<string, number>[];

function sumFigure(
  id: string,
  {
    title,
    own,
    shares,
  }: { readonly title: string; readonly own: readonly string[]; readonly shares: Shares },
): BenchFigure {
  const sums = shares.map((slice) => own.reduce((sum, name) => sum + (slice.get(name) ?? 0), 0));
  const each = own.map((name) => `${name} ${median(shares, name).toFixed(1)}`);
  const note = `${each.join(", ")}; ${String(shares.length)} × ${String(seconds)} s`;
  const what = `CPU of all services idle, ${title}`;
  return figureOf(sums, { id, what, unit: "%", floor: 3, aim: 1, note });
}

function besideFigure(
  id: string,
  {
    title,
    name,
    shares,
  }: { readonly title: string; readonly name: string; readonly shares: Shares },
): BenchFigure {
  const values = shares.map((slice) => slice.get(name) ?? Number.NaN);
  const what = `CPU of ${name} meanwhile, ${title}`;
  return figureOf(values, { id: `${id} ${name}`, what, unit: "%", note: "beside the services" });
}

function median(shares: Shares, name: string): number {
  return quantile(
    shares.map((slice) => slice.get(name) ?? Number.NaN),
    0.5,
  );
}

/** Percent of a core of each of the processes with its descendants. */
async function sharesOf(
  watched: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const look = () => [...watched].map(([name, pid]) => [name, cpuSecondsOf([pid])] as const);
  const before = new Map(look());
  const startedAt = performance.now();
  await delay(seconds * 1_000);
  const took = (performance.now() - startedAt) / 1_000;
  return new Map(
    look().map(([name, after]) => [name, ((after - (before.get(name) ?? 0)) / took) * 100]),
  );
}
