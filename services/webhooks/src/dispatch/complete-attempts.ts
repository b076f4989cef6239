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
import { type DisabledEndpoint, disableEndpoints } from "./disable-endpoints.ts";
import { finishAttempts } from "./finish-attempts.ts";
import { learn, startRun } from "./learn-health.ts";
import type { MadeAttempt } from "./made-attempt.ts";
import { inQueueTransaction } from "../queue-transaction.ts";

export interface CompletionSummary {
  readonly delivered: number;
  readonly retried: number;
  readonly dead: number;
  /** Results of attempts whose delivery belonged to another worker by then: not counted anywhere else. */
  readonly fenced: number;
  readonly disabled: readonly DisabledEndpoint[];
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
    const learned = [...runs.values()];
    await finishAttempts(tx, attempts);
    const written = await writeEnds(tx, ends, lanesOf(attempts, endpoints));
    const disabled = await disableEndpoints(tx, learned);
    await saveHealth(tx, learned);
    return { ...written, disabled };
  });
}

interface Lanes {
  readonly all: readonly Lane[];
  /** Those in which only the latest status counts. */
  readonly latest: readonly Lane[];
}

/** Of all attempts, also of those that another worker has claimed meanwhile: what a lane lets go depends on what is in it. */
function lanesOf(
  attempts: readonly MadeAttempt[],
  endpoints: ReadonlyMap<string, EndpointHealth>,
): Lanes {
  const all = new Map<string, Lane>();
  for (const { delivery } of attempts) {
    const { endpointId, shipmentId } = delivery;
    if (shipmentId !== null) all.set(`${endpointId}/${shipmentId}`, { endpointId, shipmentId });
  }
  const isLatest = (lane: Lane) => endpoints.get(lane.endpointId)?.ordering === "latest";
  return { all: [...all.values()], latest: [...all.values()].filter(isLatest) };
}

async function writeEnds(
  tx: Queryable,
  ends: readonly DeliveryEnd[],
  lanes: Lanes,
): Promise<Omit<CompletionSummary, "disabled">> {
  const finished = ends.flatMap((end) => (end.outcome === "finished" ? [end] : []));
  const retried = ends.flatMap((end) => (end.outcome === "retry" ? [end] : []));
  const moved = await finishDeliveries(tx, finished);
  const back = await retryDeliveries(tx, retried);
  await supersedeStale(tx, lanes.latest);
  await unblockLanes(tx, lanes.all);
  const movedIds = new Set(moved);
  const delivered = finished.filter((end) => end.state === "delivered" && movedIds.has(end.id));
  return {
    delivered: delivered.length,
    dead: moved.length - delivered.length,
    retried: back.length,
    fenced: ends.length - moved.length - back.length,
  };
}
