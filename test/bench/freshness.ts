// npm run bench -- freshness; by itself: tsx test/bench/freshness.ts [rounds] [samples a round] [events at once] [--without-kafka] [--json file].
// P6: from a command's answer to its effect in the list, over HTTP, idle and while the projector works at half of what it can. P8: the polled first page
// at a steady rate, from another process, while it works beside idle. Each service is a process of its own; the events go through a broker of its own,
// or that of KAFKA_BROKERS, and through the log's table where none can be started.
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type BenchFigure, type UsedVersions, writeFigures } from "./figure.ts";
import { type Load, measureCapacity, startLoad, untilSettled } from "./freshness/log-load.ts";
import { ListPoller } from "./freshness/poll-lists.ts";
import { probe, type Prober, signIn } from "./freshness/probe.ts";
import { createLogWriter, type LogWriter } from "./log-writer.ts";
import { type BenchServices, startBenchServices } from "./services/bench-services.ts";
import { openKafka } from "./services/kafka.ts";
import { figureOf, quantile, say } from "./webhooks/figures.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" }, "without-kafka": { type: "boolean", default: false } },
});
const [rounds = 5, samples = 100, capacityEvents = 20_000] = positionals.map(Number);
const probed = 4;
const polledPerSecond = 400;
const pollSeconds = 4;

interface Slice {
  /** Milliseconds, of single commands. */
  readonly visible: readonly number[];
  readonly polledP99: number;
  readonly polledP50: number;
}

interface Round {
  readonly idle: Slice;
  readonly loaded: Slice;
  readonly eventsPerSecond: number;
}

interface Stage {
  readonly services: BenchServices;
  readonly log: LogWriter;
  readonly probers: readonly Prober[];
  readonly polledKeys: readonly string[];
  readonly poller: ListPoller;
}

const kafka = flags["without-kafka"] ? "it was not asked for" : await openKafka();
const way =
  typeof kafka === "string"
    ? "through the log's table, without Kafka"
    : `through Apache Kafka${kafka.version === null ? "" : ` ${kafka.version}`}`;
say(typeof kafka === "string" ? `${way}: ${kafka}` : way);
const names = Array.from({ length: 24 }, (_, n) => `tenant-${String(n)}`);
const services = await startBenchServices({
  kafka: typeof kafka === "string" ? null : kafka,
  tenantNames: names,
});
const poller = new ListPoller();
try {
  const stage = await prepare(services);
  const capacity = await findCapacity(stage);
  const measured: Round[] = [];
  for (let n = 0; n < rounds; n += 1) measured.push(await measureRound(stage, capacity, n));
  const used: UsedVersions =
    typeof kafka === "string" || kafka.version === null ? {} : { "Apache Kafka": kafka.version };
  const figures = figuresOf(measured, capacity);
  if (flags.json !== undefined) writeFigures(flags.json, figures, used);
} finally {
  await poller.stop();
  await services.stop();
  if (typeof kafka !== "string") await kafka.stop();
}

async function prepare(running: BenchServices): Promise<Stage> {
  const { tenants, database } = running;
  const busy = tenants.slice(probed);
  const log = createLogWriter({ tenantIds: busy.map(({ id }) => id) });
  await log.write(database.admin, capacityEvents);
  await untilSettled(database.admin);
  const probers = [];
  for (const tenant of tenants.slice(0, probed)) probers.push(await signIn(running, tenant));
  const polledKeys = busy.map(({ apiKey }) => apiKey);
  const stage = { services: running, log, probers, polledKeys, poller };
  // what is measured is warm, and who measures, too
  await measureSlice(stage, { commands: 40, seconds: 8 });
  return stage;
}

async function findCapacity({ services: { database }, log }: Stage): Promise<number> {
  const found: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    found.push(await measureCapacity(database.admin, log, capacityEvents));
    await untilSettled(database.admin);
  }
  say(`${format(capacityEvents)} events at once: ${found.map(format).join(", ")} events/s`);
  return quantile(found, 0.5);
}

async function measureRound(stage: Stage, capacity: number, n: number): Promise<Round> {
  const { database } = stage.services;
  const wanted = { commands: samples, seconds: pollSeconds };
  await untilSettled(database.admin);
  const idle = await measureSlice(stage, wanted);
  const load: Load = startLoad(database.admin, stage.log, capacity / 2);
  let eventsPerSecond = Number.NaN;
  try {
    await delay(1_000);
    const loaded = await measureSlice(stage, wanted);
    eventsPerSecond = await load.stop();
    say(
      `round ${String(n + 1)} of ${String(rounds)}: idle ${shown(idle)}; at ${format(eventsPerSecond)} events/s ${shown(loaded)}; load ${String(loadavg()[0])}`,
    );
    return { idle, loaded, eventsPerSecond };
  } finally {
    if (Number.isNaN(eventsPerSecond)) await load.stop();
  }
}

async function measureSlice(
  { services: running, probers, polledKeys: keys, poller: polling }: Stage,
  { commands, seconds }: { readonly commands: number; readonly seconds: number },
): Promise<Slice> {
  const visible = await probe(probers, commands);
  const { apiUrl } = running;
  const polled = await polling.poll({ apiUrl, keys, perSecond: polledPerSecond, seconds });
  return { visible, polledP50: polled.p50, polledP99: polled.p99 };
}

function shown({ visible, polledP50, polledP99 }: Slice): string {
  const ms = (value: number): string => value.toFixed(1);
  return `visible p50 ${ms(quantile(visible, 0.5))} p99 ${ms(quantile(visible, 0.99))} ms, polled p50 ${ms(polledP50)} p99 ${ms(polledP99)} ms`;
}

function figuresOf(measured: readonly Round[], capacity: number): readonly BenchFigure[] {
  const p99 = (of: (round: Round) => Slice): readonly number[] =>
    measured.map((round) => quantile(of(round).visible, 0.99));
  const p50 = (of: (round: Round) => Slice): string =>
    quantile(
      measured.flatMap((round) => of(round).visible),
      0.5,
    ).toFixed(1);
  const polled = (of: (round: Round) => Slice): string =>
    quantile(
      measured.map((round) => of(round).polledP99),
      0.5,
    ).toFixed(1);
  const speed = quantile(
    measured.map((round) => round.eventsPerSecond),
    0.5,
  );
  const idle = (round: Round): Slice => round.idle;
  const loaded = (round: Round): Slice => round.loaded;
  const each = `${String(rounds)} rounds of ${String(samples)} commands, ${way}; `;
  const half = `${format(speed)} of ${format(capacity)} events/s`;
  return [
    figureOf(p99(idle), {
      id: "P6",
      what: "command answered → visible in the list, p99, idle",
      unit: "ms",
      floor: 60,
      note: `${each}p50 ${p50(idle)} ms`,
    }),
    figureOf(p99(loaded), {
      id: "P6 load",
      what: "the same at half of the projector's load",
      unit: "ms",
      floor: 250,
      note: `${each}p50 ${p50(loaded)} ms; ${half}, which all services reach together here`,
    }),
    figureOf(
      measured.map((round) => round.loaded.polledP99 / round.idle.polledP99),
      {
        id: "P8",
        what: "polled list p99 while the projector works at half load ÷ idle",
        unit: "ratio",
        floor: 3,
        aim: 2,
        note: `${String(polledPerSecond)} polls/s of ${String(names.length - probed)} tenants whose shipments change; p99 ${polled(loaded)} and ${polled(idle)} ms; ${half}`,
      },
    ),
  ];
}

function format(count: number): string {
  return Math.round(count).toLocaleString("en");
}
