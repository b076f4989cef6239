import { allAnswers, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { claimDue, type ClaimedDelivery, nothingClaimed } from "./claim-deliveries.ts";
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
import { type HealthRun, learn, startRun, wentWell } from "./learn-health.ts";
import type { MadeAttempt } from "./made-attempt.ts";
import { inQueueTransactionEndedBy } from "../queue-transaction.ts";

export interface CompletionSummary {
  readonly delivered: number;
  readonly retried: number;
  readonly dead: number;
  /** Results of attempts whose delivery belonged to another worker by then: not counted anywhere else. */
  readonly fenced: number;
  readonly disabled: readonly DisabledEndpoint[];
  /** What was claimed in the place of what ended; see `CompletionOptions`. */
  readonly claimed: readonly ClaimedDelivery[];
  /** One of the endpoints waits for a worker's look. */
  readonly isToBeLookedAt: boolean;
}

export interface CompletionOptions {
  readonly random?: () => number;
  /**
   * Claim, for so long, as many deliveries as end here of each endpoint that is well, so that it need not wait for another transaction; unless
   * others wait for their turn. No tenant or process has more under way then than before, and no endpoint more than its slots. Null: claim nothing.
   */
  readonly nextLeaseMs?: number | null;
}

/**
 * Writes down what became of the attempts, in one transaction: the attempts' rows, the deliveries (finished, or due again), the
 * lanes that became free, and each endpoint's health in the order in which the attempts ended. What the database says meanwhile wins:
 * a delivery claimed anew after its lease ended is left to the new claim.
 */
export async function completeAttempts(
  pool: Pool,
  attempts: readonly MadeAttempt[],
  { random = Math.random, nextLeaseMs = null }: CompletionOptions = {},
): Promise<CompletionSummary> {
  return await inQueueTransactionEndedBy(pool, async (tx) => {
    const endpointIds = [...new Set(attempts.map(({ delivery }) => delivery.endpointId))];
    const [{ now, endpoints }] = await allAnswers([
      lockHealth(tx, endpointIds),
      finishAttempts(tx, attempts),
    ]);
    const runs = new Map([...endpoints].map(([id, health]) => [id, startRun(health)]));
    const nowMs = Date.parse(now);
    const ends = attempts.map((attempt) => {
      const health = endpoints.get(attempt.delivery.endpointId) ?? null;
      const run = runs.get(attempt.delivery.endpointId);
      if (run !== undefined) runs.set(run.health.endpointId, learn(run, attempt.result, nowMs));
      return decideEnd(attempt, health, { nowMs, random: random() });
    });
    const learned = [...runs.values()];
    const well = learned.filter((run) =>
      wentWell(endpoints.get(run.health.endpointId), run, nowMs),
    );
    const next = endedOf(attempts, well);
    const [counts, { isTurn, claimed }] = await allAnswers([
      writeEnds(tx, ends, lanesOf(attempts, endpoints)),
      nextLeaseMs === null
        ? nothingClaimed
        : claimDue(tx, next, { leaseMs: nextLeaseMs, unlessOthersWait: true }),
    ]);
    const disabled = await disableEndpoints(tx, learned);
    const looked = new Set(isTurn ? next.keys() : []);
    return async () => {
      const isToBeLookedAt = await saveHealth(tx, learned, looked);
      return { ...counts, disabled, claimed, isToBeLookedAt };
    };
  });
}

/** How many attempts of each of the endpoints ended, whoever has their claims now: the claim itself keeps to the endpoint's slots. */
function endedOf(
  attempts: readonly MadeAttempt[],
  runs: readonly HealthRun[],
): ReadonlyMap<string, number> {
  const ended = new Map(runs.map(({ health }) => [health.endpointId, 0]));
  for (const { delivery } of attempts) {
    const count = ended.get(delivery.endpointId);
    if (count !== undefined) ended.set(delivery.endpointId, count + 1);
  }
  return ended;
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

type EndCounts = Omit<CompletionSummary, "disabled" | "claimed" | "isToBeLookedAt">;

/** All of it is sent at once, in this order. */
async function writeEnds(
  tx: Queryable,
  ends: readonly DeliveryEnd[],
  lanes: Lanes,
): Promise<EndCounts> {
  const finished = ends.flatMap((end) => (end.outcome === "finished" ? [end] : []));
  const retried = ends.flatMap((end) => (end.outcome === "retry" ? [end] : []));
  const [moved, back] = await allAnswers([
    finishDeliveries(tx, finished),
    retryDeliveries(tx, retried),
    supersedeStale(tx, lanes.latest),
    unblockLanes(tx, lanes.all),
  ]);
  const movedIds = new Set(moved);
  const delivered = finished.filter((end) => end.state === "delivered" && movedIds.has(end.id));
  return {
    delivered: delivered.length,
    dead: moved.length - delivered.length,
    retried: back.length,
    fenced: ends.length - moved.length - back.length,
  };
}
