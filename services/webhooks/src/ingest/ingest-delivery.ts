import type { EventRecord } from "@shipment-tracking/contracts";
import type { PartBatch } from "@shipment-tracking/event-log";
import { isDataError, type Pool } from "@shipment-tracking/postgres";
import { applyRecords } from "./apply-records.ts";
import { claimPositions } from "./claim-positions.ts";
import { isolateShipments } from "./isolate-shipments.ts";
import type { Poison } from "./parked-streams.ts";
import { inQueueTransaction } from "../queue-transaction.ts";

/** What became of a delivery of the log. */
export interface IngestSummary {
  readonly records: number;
  readonly messages: number;
  readonly deliveries: number;
  readonly parked: readonly Poison[];
}

/**
 * Turns log records into stored messages and deliveries, in one transaction with the parts' positions: all of it or nothing.
 * Sends nothing. Throws `Superseded` when another member has moved a part.
 */
export async function ingestDelivery(
  pool: Pool,
  batches: readonly PartBatch[],
): Promise<IngestSummary> {
  try {
    return await ingestOnce(pool, batches, applyRecords);
  } catch (error) {
    if (!isDataError(error)) throw error;
    // some event's values are at fault: once more, shipment by shipment, to find whose
    return await ingestOnce(pool, batches, isolateShipments);
  }
}

async function ingestOnce(
  pool: Pool,
  batches: readonly PartBatch[],
  apply: typeof applyRecords,
): Promise<IngestSummary> {
  return await inQueueTransaction(pool, async (tx) => {
    const standing = await claimPositions(tx, batches);
    const fresh = batches.flatMap(({ part, records }) =>
      records.filter((record) => record.pos > (standing.get(part) ?? 0)),
    );
    const { messages, deliveries, parked } = await apply(tx, fresh.filter(isOfShipment));
    const records = batches.reduce((sum, batch) => sum + batch.records.length, 0);
    return { records, messages, deliveries, parked };
  });
}

/** Other streams announce nothing; decoding them here would only park them twice. */
function isOfShipment(record: EventRecord): boolean {
  return record.type.startsWith("shipment.");
}
