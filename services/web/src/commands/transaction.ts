import { announceNews } from "@shipment-tracking/event-log";
import { failpoint } from "@shipment-tracking/failpoints";
import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";

/** Another transaction was there first: roll back and repeat the whole of it. */
export class TransactionConflict extends Error {
  override readonly name = "TransactionConflict";
}

const attempts = 5;

/**
 * Runs `work` in a transaction and repeats it after a conflict with another one (a moved stream, a number taken in the same instant, a deadlock), a
 * few times. The log's readers are told of its commit. Throws `TransactionConflict` when it still conflicts; `work` must have no effect outside the transaction.
 */
export async function inRepeatedTransaction<Result>(
  pool: Pool,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await inTransaction(pool, async (tx) => {
        const worked = await work(tx);
        await failpoint("web.before-commit");
        return worked;
      });
      await failpoint("web.after-commit");
      announceNews(pool);
      return result;
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === attempts) {
        throw new TransactionConflict("still in conflict after several attempts", { cause: error });
      }
    }
  }
}

/** A pool, as opposed to the client of an open transaction. */
export function isPool(db: Pool | Queryable): db is Pool {
  return "totalCount" in db;
}

const deadlock = "40P01";
const serializationFailure = "40001";
const uniqueViolation = "23505";
/** Uniqueness that is checked before the write: a violation means that another transaction came between. */
const racedConstraints = new Set([
  "shipments_pkey",
  "shipments_number_key",
  "customers_number_key",
  "invoices_number_key",
  "event_log_stream_version_key",
  "event_log_pkey",
]);

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflict) return true;
  if (!(error instanceof Error) || !("code" in error)) return false;
  if (error.code === deadlock || error.code === serializationFailure) return true;
  return (
    error.code === uniqueViolation &&
    "constraint" in error &&
    typeof error.constraint === "string" &&
    racedConstraints.has(error.constraint)
  );
}
