import { setTimeout as delay } from "node:timers/promises";
import { createPostgresEngine, type Delivery } from "@shipment-tracking/event-log";
import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { applyDeliveryIn, projectorConsumer, readPositions } from "@shipment-tracking/read-model";

/** A statement that wrote read tables, as the projector sent it. */
export interface RecordedWrite {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The writes of one transaction, in order. */
export type RecordedTransaction = readonly RecordedWrite[];

export interface RecordOptions {
  /** The database that holds the log. */
  readonly log: Pool;
  /** A database whose read tables are as those that will be written, and are written here. */
  readonly scratch: Pool;
  /** At most, in one transaction. */
  readonly eventsEach: number;
}

/** Applies the log's next events as the projector does, in smaller transactions, and tells what each of them wrote. */
export async function recordWrites(
  { log, scratch, eventsEach }: RecordOptions,
  events: number,
): Promise<readonly RecordedTransaction[]> {
  const recorded: RecordedTransaction[] = [];
  let done = 0;
  const engine = createPostgresEngine({ pool: log, exclusive: true });
  const handle = async ({ batches }: Delivery): Promise<void> => {
    const writes: RecordedWrite[] = [];
    await applyDeliveryIn((work) => inTransaction(scratch, (tx) => work(recording(tx, writes))), {
      consumer: projectorConsumer,
      batches: batches.map((batch) => ({ ...batch, epoch })),
    });
    recorded.push(writes);
    done += batches.reduce((sum, { records }) => sum + records.length, 0);
  };
  const target = { consumer: projectorConsumer };
  const failed: unknown[] = [];
  const reader = await engine.consume({
    consumer: "recorder",
    maxRecords: eventsEach,
    positions: (parts) => readPositions(scratch, target, parts),
    handle,
    onError: (error) => failed.push(error),
  });
  while (done < events && failed.length === 0) await delay(20);
  await reader.stop();
  await engine.close();
  if (failed.length > 0) throw failed[0];
  return recorded;
}

/** Above every owner's before. */
const epoch = 1_000_000;

function recording(tx: Queryable, writes: RecordedWrite[]): Queryable {
  const query = async (config: {
    readonly name?: string;
    readonly text: string;
    readonly values?: readonly unknown[];
  }) => {
    const { name, text, values = [] } = config;
    if (/\b(insert into|update|delete from) read\./.test(text)) {
      // as when a tenant's list has become long enough for buckets: what comes once is no load to compare
      if (name === undefined) throw new Error(`Warm up with more events: ${text}`);
      writes.push({ name, text, values });
    }
    return await tx.query(config as Parameters<Queryable["query"]>[0]);
  };
  // as: the projection knows this form of `query` alone
  return { query } as unknown as Queryable;
}
