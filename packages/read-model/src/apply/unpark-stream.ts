import type { EventRecord } from "@shipment-tracking/contracts";
import { isDataError, type Pool } from "@shipment-tracking/postgres";
import { applyStreams, type AppliedStreams } from "./apply-streams.ts";
import { groupStreams } from "./group-streams.ts";
import { isolateStreams } from "./isolate-streams.ts";
import { deleteParked, findParked } from "./parked-streams.ts";
import { lockPosition } from "./positions.ts";
import { projectorConsumer, type Target } from "./target.ts";
import { transactionsOf, type Transactions } from "./transactions.ts";

export interface UnparkOptions {
  readonly streamId: string;
  /** Reads the stream from the log, all versions ascending. */
  readonly readStream: (streamId: string) => Promise<readonly EventRecord[]>;
  readonly consumer?: string;
}

export type UnparkResult =
  | { readonly outcome: "not_parked" }
  /** The stream flows again; `applied` events were replayed. */
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
 * Replays a parked stream from the log up to what its part has applied, through the code that applies deliveries, in one transaction. To be
 * called once the cause is mended (a new release that understands the event, say); it is safe to call at any time.
 */
export async function unparkStream(pool: Pool, options: UnparkOptions): Promise<UnparkResult> {
  return await unparkStreamIn(transactionsOf(pool), options);
}

/** `unparkStream` in whichever read tables the transactions lead to. */
export async function unparkStreamIn(
  transact: Transactions,
  options: UnparkOptions,
): Promise<UnparkResult> {
  try {
    return await unparkOnce(transact, options, applyStreams);
  } catch (error) {
    if (!isDataError(error)) throw error;
    return await unparkOnce(transact, options, isolateStreams);
  }
}

async function unparkOnce(
  transact: Transactions,
  options: UnparkOptions,
  apply: typeof applyStreams,
): Promise<UnparkResult> {
  const target: Target = { consumer: options.consumer ?? projectorConsumer };
  return await transact(async (tx) => {
    const parked = await findParked(tx, target, options.streamId);
    if (parked === null) return { outcome: "not_parked" };
    // from here on nothing of the part is applied, so no event of the stream can slip in between
    const applied = await lockPosition(tx, target, parked.part);
    if (!(await deleteParked(tx, target, options.streamId))) return { outcome: "not_parked" };
    const records = await options.readStream(options.streamId);
    const due = records.filter((record) => record.pos <= applied);
    return toResult(await apply(tx, target, groupStreams(due)));
  });
}

function toResult(result: AppliedStreams): UnparkResult {
  const { applied } = result;
  const [poison] = result.parked;
  if (poison === undefined) return { outcome: "unparked", applied };
  const { part, pos } = poison.record;
  return { outcome: "parked_again", applied, error: poison.error, part, pos };
}
