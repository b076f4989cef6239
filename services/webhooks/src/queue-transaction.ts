import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";

/**
 * A transaction on the queue. A prepared statement keeps the plan that was best when it was made, and while a queue is empty that is to read
 * all of it; 100,000 deliveries later each look takes 100 to 200 ms until statistics are taken again. Without sequential scans a planner that knows nothing yet takes
 * an index, though not always the best one (measured: no gain for the picking of endpoints).
 */
export async function inQueueTransaction<Result>(
  pool: Pool,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  return await inTransaction(pool, async (tx) => {
    await tx.query({ text: "set local enable_seqscan = off" });
    return await work(tx);
  });
}
