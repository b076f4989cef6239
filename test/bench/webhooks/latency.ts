import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createEngine } from "@shipment-tracking/event-log";
import { createPool } from "@shipment-tracking/postgres";
import { createLogger } from "@shipment-tracking/runtime";
import { startWebhooks } from "@shipment-tracking/webhooks-service";
import { percentiles, quantile, say, spread } from "./figures.ts";
import { addEndpoints } from "./fill-queue.ts";
import { createShipments, moveShipments } from "./log-load.ts";
import { type Bench, clearQueue, newSender } from "./queue.ts";

const tenants = 20;
const eventsPerSecond = 200;
const patienceMs = 20_000;

/** (b) From the beginning of an event's append, its commit included, to the receiver. */
export async function measureLatency(bench: Bench): Promise<void> {
  const latencies = await runThroughLog(bench, { seconds: 10, blackHoles: 0 });
  say(
    `(b) event → receiver at ${String(eventsPerSecond)} events/s for 10 s: ${percentiles(latencies)}`,
  );
}

/** (c) The latencies of endpoints that answer while three of ten never do, beside those without such neighbours. */
export async function measureNeighbours(bench: Bench): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const alone = await runThroughLog(bench, { seconds: 8, blackHoles: 0 });
    const beside = await runThroughLog(bench, { seconds: 8, blackHoles: tenants * 0.3 });
    ratios.push(quantile(beside, 0.99) / quantile(alone, 0.99));
    say(`(c) no black holes: ${percentiles(alone)}; 30 %: ${percentiles(beside)}`);
  }
  say(`  healthy p99 with black holes ÷ without: ${spread(ratios, 2)}`);
}

interface Run {
  readonly seconds: number;
  /** Endpoints that never answer, of as many as there are tenants. */
  readonly blackHoles: number;
}

/** Latencies of the healthy endpoints in ms: those that are healthy in every run. */
async function runThroughLog(
  bench: Bench,
  { seconds, blackHoles }: Run,
): Promise<readonly number[]> {
  const { database, box, sink } = bench;
  const tenantIds = Array.from({ length: tenants }, () => randomUUID());
  const target = (n: number) => (n < blackHoles ? sink.blackHoleUrl : sink.url);
  const endpoints = tenantIds.map((tenantId, n) => ({ tenantId, url: target(n) }));
  await addEndpoints(database.admin, box, endpoints);
  const web = createPool({ url: database.urls.web, applicationName: "bench-web", max: 4 });
  const shipments = await createShipments(web, tenantIds, eventsPerSecond * seconds);
  const worker = await openWorker(bench);
  // the same share of the load in every run
  const judged = new Set<string>(tenantIds.slice(tenants * 0.3));
  try {
    // what creating them left to do
    await delay(1_000);
    const onAppended = (): void => worker.wake();
    const appended = await moveShipments(web, shipments, { eventsPerSecond, onAppended });
    const healthy = shipments.filter((_, n) => n % tenants >= blackHoles).length;
    const arrived = new Map<string, number>();
    const patience = performance.now() + patienceMs;
    while (arrived.size < healthy) {
      for (const { id, at } of await sink.take()) if (!arrived.has(id)) arrived.set(id, at);
      if (performance.now() > patience)
        throw new Error(`${String(arrived.size)} of ${String(healthy)} arrived`);
      await delay(50);
    }
    return appended.flatMap(({ tenantId, id, at }) => {
      const end = arrived.get(id);
      return end === undefined || !judged.has(tenantId) ? [] : [end - at];
    });
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
