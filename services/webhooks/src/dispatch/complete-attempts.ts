import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { decideEnd, type DeliveryEnd } from "./decide-end.ts";
import {
  finishDeliveries,
  type Lane,
  retryDeliveries,
  supersedeStale,
  unblockLanes,
} from "./finish-deliveries.ts";
import { type EndpointHealth, lockHealth, saveHealth } from "./lock-health.ts";
import { disableEndpoints } from "./disable-endpoints.ts";
import { finishAttempts } from "./finish-attempts.ts";
import { type HealthRun, learn, startRun } from "./learn-health.ts";
import type { MadeAttempt } from "./made-attempt.ts";
import { inQueueTransaction } from "../queue-transaction.ts";

export interface CompletionSummary {
  readonly delivered: number;
  readonly retried: number;
  readonly dead: number;
  /** Results of attempts whose delivery belonged to another worker by then: not counted anywhere else. */
  readonly fenced: number;
  /** Endpoints that were disabled, with the reason. */
  readonly disabled: readonly { readonly endpointId: string; readonly reason: string }[];
}

/**
 * Writes down what became of the attempts, in one transaction: the attempts' rows, the deliveries (finished, or due again), the
 * lanes that became free, and each endpoint's health in the order in which the attempts ended. What the database says meanwhile wins:
 * a delivery claimed anew after its lease ended is left to the new claim.
 */
export async function completeAttempts(
  pool: Pool,
  attempts: readonly MadeAttempt[],
  random: () => number = Math.random,
): Promise<CompletionSummary> {
  return await inQueueTransaction(pool, async (tx) => {
    const endpointIds = [...new Set(attempts.map(({ delivery }) => delivery.endpointId))];
    const { now, endpoints } = await lockHealth(tx, endpointIds);
    const runs = new Map([...endpoints].map(([id, health]) => [id, startRun(health)]));
    const nowMs = Date.parse(now);
    const ends = attempts.map((attempt) => {
      const health = endpoints.get(attempt.delivery.endpointId) ?? null;
      const run = runs.get(attempt.delivery.endpointId);
      if (run !== undefined) runs.set(run.health.endpointId, learn(run, attempt.result, nowMs));
      return decideEnd(attempt, health, { nowMs, random: random() });
    });
    await finishAttempts(tx, attempts);
    const written = await writeEnds(tx, ends, endpoints);
    const disabled = await disableEndpoints(tx, [...runs.values()]);
    await saveHealth(tx, [...runs.values()].map(healthChange));
    return { ...written, disabled };
  });
}

function healthChange({ health, delivered, failed }: HealthRun) {
  return { ...health, delivered, failed };
}

async function writeEnds(
  tx: Queryable,
  ends: readonly DeliveryEnd[],
  endpoints: ReadonlyMap<string, EndpointHealth>,
): Promise<Omit<CompletionSummary, "disabled">> {
  const finished = ends.flatMap((end) => (end.outcome === "finished" ? [end] : []));
  const retried = ends.flatMap((end) => (end.outcome === "retry" ? [end] : []));
  const moved = await finishDeliveries(tx, finished);
  const back = await retryDeliveries(tx, retried);
  const lanes = [...moved, ...back].flatMap(laneOf);
  const latest = lanes.filter((lane) => endpoints.get(lane.endpointId)?.ordering === "latest");
  await supersedeStale(tx, latest);
  await unblockLanes(tx, lanes);
  const movedIds = new Set(moved.map((row) => row.id));
  const delivered = finished.filter((end) => end.state === "delivered" && movedIds.has(end.id));
  return {
    delivered: delivered.length,
    dead: moved.length - delivered.length,
    retried: back.length,
    fenced: ends.length - moved.length - back.length,
  };
}

function laneOf(row: { readonly endpointId: string; readonly shipmentId: string | null }): Lane[] {
  return row.shipmentId === null
    ? []
    : [{ endpointId: row.endpointId, shipmentId: row.shipmentId }];
}
