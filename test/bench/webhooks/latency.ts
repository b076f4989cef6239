import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createEngine } from "@shipment-tracking/event-log";
import { createPool } from "@shipment-tracking/postgres";
import { createLogger } from "@shipment-tracking/runtime";
import { startWebhooks } from "@shipment-tracking/webhooks-service";
import type { BenchFigure } from "../figure.ts";
import { figureOf, percentiles, quantile, say } from "./figures.ts";
import { addEndpoints } from "./fill-queue.ts";
import { createShipments, moveShipments } from "./log-load.ts";
import { type Bench, clearQueue, newSender } from "./queue.ts";
import { trace, type Traced } from "./trace.ts";

const tenants = 20;
const eventsPerSecond = 200;
const patienceMs = 20_000;

/** (b) From the beginning of an event's append, its commit included, to the receiver, and where the time goes. */
export async function measureLatency(bench: Bench): Promise<readonly BenchFigure[]> {
  const runs: (readonly Traced[])[] = [];
  for (let round = 1; round <= 3; round += 1) {
    const traced = await runThroughLog(bench, { seconds: 10, neighbours: [] });
    runs.push(traced);
    say(`  round ${String(round)}: ${percentiles(traced.map(({ ms }) => ms))}`);
  }
  const note = `${String(eventsPerSecond)} events/s for 10 s, ${String(runs.length)} rounds`;
  const atShare = (share: number): readonly number[] =>
    runs.map((traced) =>
      quantile(
        traced.map(({ ms }) => ms),
        share,
      ),
    );
  return [
    figureOf(atShare(0.95), {
      id: "P7c",
      what: "event → receiver, p95",
      unit: "ms",
      floor: 100,
      aim: 40,
      note,
    }),
    figureOf(atShare(0.5), { id: "P7c p50", what: "event → receiver, p50", unit: "ms", note }),
    figureOf(atShare(0.99), { id: "P7c p99", what: "event → receiver, p99", unit: "ms", note }),
    ...spanNames.map(({ key, what }) =>
      figureOf(
        runs.flat().map(({ spans }) => spans[key]),
        { id: `P7c ${key}`, what, unit: "ms", note: "of single events" },
      ),
    ),
  ];
}

const spanNames = [
  { key: "append", what: "append begun → committed" },
  { key: "ingest", what: "committed → ingest of its batch begun" },
  { key: "claim", what: "ingest begun → claim begun" },
  { key: "send", what: "claim begun → arrived" },
] as const;

/** Three of ten. */
export const neighboursAtOnce = tenants * 0.3;
const neighbourRounds = 5;
const neighbourSeconds = 8;

/** (c) The latencies of endpoints that answer while three of ten never do, beside those without such neighbours; in turns. */
export async function measureNeighbours(bench: Bench): Promise<readonly BenchFigure[]> {
  const blackHoles = Array.from({ length: neighboursAtOnce }, () => bench.sink.blackHoleUrl);
  const ratios = await compareNeighbours(bench, {
    rounds: neighbourRounds,
    name: () => "30 % black holes",
    urls: () => blackHoles,
  });
  return [
    figureOf(ratios, {
      id: "P7b",
      what: "healthy endpoints' p99 with 30 % black holes ÷ without",
      unit: "ratio",
      floor: 2,
      aim: 1.2,
      note: `${String(eventsPerSecond)} events/s for ${String(neighbourSeconds)} s, ${String(neighbourRounds)} rounds in turns`,
    }),
  ];
}

export interface Neighbours {
  readonly rounds: number;
  /** Who they are, for people. */
  name(round: number): string;
  /** Where they live, at most `neighboursAtOnce`. */
  urls(round: number): readonly string[];
}

/** The healthy endpoints' p99 beside the neighbours divided by that without, of each round. */
export async function compareNeighbours(
  bench: Bench,
  { rounds, name, urls }: Neighbours,
): Promise<readonly number[]> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const run = async (neighbours: readonly string[]) =>
      (await runThroughLog(bench, { seconds: neighbourSeconds, neighbours })).map(({ ms }) => ms);
    // neither is always the first
    const early = round % 2 === 0 ? await run([]) : null;
    const beside = await run(urls(round));
    const alone = early ?? (await run([]));
    ratios.push(quantile(beside, 0.99) / quantile(alone, 0.99));
    say(
      `  round ${String(round + 1)}: alone ${percentiles(alone)}; beside ${name(round)}: ${percentiles(beside)}`,
    );
  }
  return ratios;
}

interface Run {
  readonly seconds: number;
  /** Where the endpoints of the first tenants are; those of the others answer at once. */
  readonly neighbours: readonly string[];
}

/** The events of the endpoints that are healthy in every run. */
async function runThroughLog(
  bench: Bench,
  { seconds, neighbours }: Run,
): Promise<readonly Traced[]> {
  const { database, box, sink } = bench;
  const tenantIds = Array.from({ length: tenants }, () => randomUUID());
  const endpoints = tenantIds.map((tenantId, n) => ({ tenantId, url: neighbours[n] ?? sink.url }));
  await addEndpoints(database.admin, box, endpoints);
  const web = createPool({ url: database.urls.web, applicationName: "bench-web", max: 4 });
  const shipments = await createShipments(web, tenantIds, eventsPerSecond * seconds);
  const worker = await openWorker(bench);
  // the same share of the load in every run
  const judged = new Set<string>(tenantIds.slice(neighboursAtOnce));
  try {
    // what creating them left to do
    await delay(1_000);
    const onAppended = (): void => worker.wake();
    const appended = await moveShipments(web, shipments, { eventsPerSecond, onAppended });
    const healthy = shipments.filter((_, n) => n % tenants >= neighbours.length).length;
    const arrived = new Map<string, number>();
    const patience = performance.now() + patienceMs;
    while (arrived.size < healthy) {
      for (const { id, at } of await sink.take()) if (!arrived.has(id)) arrived.set(id, at);
      if (performance.now() > patience)
        throw new Error(`${String(arrived.size)} of ${String(healthy)} arrived`);
      await delay(50);
    }
    return await trace(
      bench,
      appended.filter(({ tenantId }) => judged.has(tenantId)),
      arrived,
    );
  } finally {
    await worker.stop();
    await web.end();
    await clearQueue(bench);
  }
}

interface Worker {
  wake(): void;
  stop(): Promise<void>;
}

/** The whole worker in this process, reading the table of the log. */
async function openWorker({ database, pool, box }: Bench): Promise<Worker> {
  const log = createLogger({ service: "bench", level: "error" });
  const logPool = createPool({
    url: database.urls.projector,
    applicationName: "bench-log",
    max: 4,
  });
  const engine = createEngine({ pool: logPool, kafka: null, exclusive: true });
  const sender = newSender();
  const webhooks = await startWebhooks({ engine, pool, sender, box, retentionDays: 30, log });
  return {
    wake: () => webhooks.wake(),
    stop: async () => {
      await webhooks.stop();
      await engine.close();
      await sender.close();
      await logPool.end();
    },
  };
}
