import {
  claimDeliveries,
  type ClaimedDelivery,
  completeAttempts,
} from "@shipment-tracking/webhooks-service";
import type { BenchFigure } from "../figure.ts";
import { figureOf } from "./figures.ts";
import { addDeliveries } from "./fill-queue.ts";
import { addTenants, type Bench, clearQueue } from "./queue.ts";
import { clockMs } from "./sink.ts";

const rounds = 50;
const warmUp = 5;
const batch = 200;

/** (d) Rows a second of the two transactions of a delivery, one connection, nothing sent. */
export async function measureRows(bench: Bench): Promise<readonly BenchFigure[]> {
  const ids = await addTenants(bench, { tenants: 16, endpoints: 4, url: bench.sink.url });
  await addDeliveries(bench.database.admin, ids, { perEndpoint: 4 * (rounds + warmUp) * 2 });
  const claims: number[] = [];
  const completions: number[] = [];
  let rows = 0;
  for (let round = -warmUp; round < rounds; round += 1) {
    const begun = clockMs();
    const claimed = await claimDeliveries(bench.pool, {
      max: 256,
      running: new Map(),
      leaseMs: 30_000,
    });
    const taken = clockMs();
    for (let first = 0; first < claimed.length; first += batch) {
      await completeAttempts(bench.pool, claimed.slice(first, first + batch).map(asDelivered));
    }
    const written = clockMs();
    if (round < 0) continue;
    rows += claimed.length;
    claims.push((claimed.length / (taken - begun)) * 1_000);
    completions.push((claimed.length / (written - taken)) * 1_000);
  }
  await clearQueue(bench);
  const note = `${String(rows)} rows in ${String(rounds)} claims, completed ${String(batch)} at once, one connection`;
  return [
    figureOf(claims, { id: "rows claimed", what: "claimed deliveries", unit: "/s", note }),
    figureOf(completions, { id: "rows completed", what: "completed deliveries", unit: "/s", note }),
  ];
}

function asDelivered(delivery: ClaimedDelivery): Parameters<typeof completeAttempts>[1][number] {
  const phases = { dnsMs: 0, connectMs: null, tlsMs: null, firstByteMs: 1, totalMs: 1 };
  const facts = { status: 204, phases, excerpt: null, retried: 0 };
  return {
    delivery,
    result: { outcome: "delivered", ...facts, requestBytes: 500, responseBytes: 0 },
  };
}
