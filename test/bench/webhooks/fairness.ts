import { setTimeout as delay } from "node:timers/promises";
import type { Dispatcher } from "@shipment-tracking/webhooks-service";
import type { BenchFigure } from "../figure.ts";
import { figureOf } from "./figures.ts";
import { addDeliveries } from "./fill-queue.ts";
import { addTenants, type Bench, clearQueue, startWorker } from "./queue.ts";
import { clockMs } from "./sink.ts";

const backlog = 100_000;
/** More than fill all slots that one tenant may have. */
const endpoints = 64;
const messages = 10;
/** Of 256, a quarter is kept for others. */
const tenantSlots = 192;

/** (c) One tenant has 100,000 deliveries due that nobody answers; how long another tenant's only one takes. */
export async function measureFairness(bench: Bench): Promise<readonly BenchFigure[]> {
  const { database, sink } = bench;
  const holes = await addTenants(bench, { tenants: 1, endpoints, url: sink.blackHoleUrl });
  const [other = ""] = await addTenants(bench, { tenants: 1, endpoints: 1, url: sink.url });
  await addDeliveries(database.admin, holes, { perEndpoint: Math.ceil(backlog / endpoints) });
  await addDeliveries(database.admin, [other], { perEndpoint: 1 });
  const startedAt = clockMs();
  const worker = startWorker(bench);
  try {
    const first = (await nextArrival(bench)) - startedAt;
    await untilAllHang(worker);
    const later: number[] = [];
    for (let n = 0; n < messages; n += 1) {
      const at = clockMs();
      await addDeliveries(database.admin, [other], { perEndpoint: 1 });
      later.push((await nextArrival(bench)) - at);
    }
    const hanging = worker.inFlight();
    const note = `${String(backlog)} due deliveries to a black hole, ${String(endpoints)} endpoints of one tenant`;
    return [
      figureOf([first], {
        id: "fairness start",
        what: "another tenant's delivery, queued behind them before the start",
        unit: "ms",
        floor: 1_000,
        note,
      }),
      figureOf(later, {
        id: "fairness",
        what: `another tenant's delivery, put while ${String(hanging)} hang, not woken`,
        unit: "ms",
        floor: 1_000,
        note,
      }),
    ];
  } finally {
    await worker.stop();
    await clearQueue(bench);
  }
}

async function untilAllHang(worker: Dispatcher): Promise<void> {
  const patience = performance.now() + 10_000;
  while (worker.inFlight() < tenantSlots) {
    if (performance.now() > patience) throw new Error(`only ${String(worker.inFlight())} hang`);
    await delay(20);
  }
}

async function nextArrival({ sink }: Bench): Promise<number> {
  const patience = performance.now() + 30_000;
  for (;;) {
    const [arrival] = await sink.take();
    if (arrival !== undefined) return arrival.at;
    if (performance.now() > patience) throw new Error("it never arrived");
    await delay(5);
  }
}
