import type { EventRecord } from "@shipment-tracking/contracts";
import { failpoint } from "@shipment-tracking/failpoints";
import { allAnswers, isDataError, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { applyStreams, type AppliedStreams } from "./apply-streams.ts";
import { claimPositions, type DeliveredBatch } from "./claim-positions.ts";
import { groupStreams, type StreamWork } from "./group-streams.ts";
import { isolateStreams } from "./isolate-streams.ts";
import { findParkedAmong } from "./parked-streams.ts";
import type { Target } from "./target.ts";
import { transactionsOf, type Transactions } from "./transactions.ts";

/** Records to apply, at most one batch a part. */
export interface DeliveryToApply extends Target {
  readonly batches: readonly DeliveredBatch[];
}

export interface ApplySummary extends AppliedStreams {
  /** Records delivered, whatever became of them. */
  readonly records: number;
}

/**
 * Applies a delivery in one transaction, positions first: either the positions move and all effects are there, or nothing happened.
 * Records at or below a part's position are dropped; events of parked streams wait; a poison event parks its stream. Throws
 * `SupersededError` when a position is not where the delivery starts, and whatever the database throws that is not an event's fault.
 */
export async function applyDelivery(pool: Pool, delivery: DeliveryToApply): Promise<ApplySummary> {
  return await applyDeliveryIn(transactionsOf(pool), delivery);
}

/** `applyDelivery` to whichever read tables the transactions lead to. */
export async function applyDeliveryIn(
  transact: Transactions,
  delivery: DeliveryToApply,
): Promise<ApplySummary> {
  const batches = delivery.batches.filter((batch) => batch.records.length > 0);
  if (batches.length === 0) return { ...nothingApplied, records: 0 };
  try {
    return await applyOnce(transact, { ...delivery, batches }, applyStreams);
  } catch (error) {
    if (!isDataError(error)) throw error;
    // some event's values are at fault: once more, stream by stream, to find whose
    return await applyOnce(transact, { ...delivery, batches }, isolateStreams);
  }
}

type Apply = (
  tx: Queryable,
  target: Target,
  works: readonly StreamWork[],
) => Promise<AppliedStreams>;

const nothingApplied: AppliedStreams = { applied: 0, repeated: 0, waiting: 0, parked: [] };

async function applyOnce(
  transact: Transactions,
  delivery: DeliveryToApply,
  apply: Apply,
): Promise<ApplySummary> {
  const { batches } = delivery;
  const records = batches.reduce((total, batch) => total + batch.records.length, 0);
  const summary = await transact(async (tx) => {
    const findParked = () => findParkedAmong(tx, delivery, streamsOf(batches));
    const [{ before, atOnce }, found] = await allAnswers([
      claimPositions(tx, delivery, batches),
      findParked(),
    ]);
    const parked = atOnce ? found : await findParked();
    await failpoint("projector.after-offset");
    const fresh = batches.flatMap((batch) => newRecords(batch, before));
    const flowing = fresh.filter((record) => !parked.has(record.streamId));
    const result =
      fresh.length === 0 ? nothingApplied : await apply(tx, delivery, groupStreams(flowing));
    await failpoint("projector.before-commit");
    return {
      ...result,
      repeated: result.repeated + records - fresh.length,
      waiting: result.waiting + fresh.length - flowing.length,
      records,
    };
  });
  await failpoint("projector.after-commit");
  return summary;
}

function newRecords(
  batch: DeliveredBatch,
  before: ReadonlyMap<number, number>,
): readonly EventRecord[] {
  const applied = before.get(batch.part) ?? 0;
  return batch.records.filter((record) => record.pos > applied);
}

function streamsOf(batches: readonly DeliveredBatch[]): readonly string[] {
  return [...new Set(batches.flatMap(({ records }) => records.map(({ streamId }) => streamId)))];
}
