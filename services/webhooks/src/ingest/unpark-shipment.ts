import type { EventRecord } from "@shipment-tracking/contracts";
import { readStream } from "@shipment-tracking/event-log";
import { isDataError, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { applyRecords } from "./apply-records.ts";
import { isolateShipments } from "./isolate-shipments.ts";
import { deleteParked, findParked } from "./parked-streams.ts";
import { inQueueTransaction } from "../queue-transaction.ts";

export type UnparkShipmentResult =
  | { readonly outcome: "not_parked" }
  /** The shipment announces its changes again; `applied` events were caught up on. */
  | { readonly outcome: "unparked"; readonly applied: number }
  /** It failed again, possibly further on. */
  | {
      readonly outcome: "parked_again";
      readonly applied: number;
      readonly error: string;
      readonly part: number;
      readonly pos: number;
    };

/**
 * Takes a parked shipment's events from the log up to what its part has ingested, through the code that ingests deliveries, in one
 * transaction: their messages are sent now, late but in order. To be called once the cause is mended; safe to call at any time.
 */
export async function unparkShipment(pool: Pool, streamId: string): Promise<UnparkShipmentResult> {
  try {
    return await unparkOnce(pool, streamId, applyRecords);
  } catch (error) {
    if (!isDataError(error)) throw error;
    return await unparkOnce(pool, streamId, isolateShipments);
  }
}

async function unparkOnce(
  pool: Pool,
  streamId: string,
  apply: typeof applyRecords,
): Promise<UnparkShipmentResult> {
  return await inQueueTransaction(pool, async (tx) => {
    const parked = await findParked(tx, streamId);
    if (parked === null) return { outcome: "not_parked" };
    // from here on nothing of the part is ingested, so no event of the shipment can slip in between
    const ingested = await lockPosition(tx, parked.part);
    if (!(await deleteParked(tx, streamId))) return { outcome: "not_parked" };
    const records = await readStream(tx, streamId);
    // what came before it has been announced, or its tenant had no endpoint then
    const due: readonly EventRecord[] = records.filter(
      ({ pos }) => pos >= parked.pos && pos <= ingested,
    );
    const { applied, parked: again } = await apply(tx, due);
    const [poison] = again;
    if (poison === undefined) return { outcome: "unparked", applied };
    const { part, pos } = poison.record;
    return { outcome: "parked_again", applied, error: poison.error, part, pos };
  });
}

async function lockPosition(tx: Queryable, part: number): Promise<number> {
  const { rows } = await tx.query<{ readonly pos: number }>({
    text: `
      select positions.pos
      from hooks.positions
      where positions.part = $1
      for update`,
    values: [part],
  });
  return rows[0]?.pos ?? 0;
}
