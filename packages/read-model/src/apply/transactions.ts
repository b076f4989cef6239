import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";

/** Runs work in a transaction of its own. The statements of this package name the schema `read`; where that leads is the giver's affair. */
export type Transactions = <Result>(work: (tx: Queryable) => Promise<Result>) => Promise<Result>;

export function transactionsOf(pool: Pool): Transactions {
  return (work) => inTransaction(pool, work);
}
