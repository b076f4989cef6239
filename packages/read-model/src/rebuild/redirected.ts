import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import type { Transactions } from "../apply/transactions.ts";

/** Where the generations of the read tables are. */
export const schemas = {
  /** What the statements of this package, the API and the projector name. */
  live: "read",
  next: "read_next",
  previous: "read_previous",
  /** No longer needed; dropped outside the transaction that switches. */
  dropped: "read_dropped",
} as const;

export type GenerationSchema = (typeof schemas)[keyof typeof schemas];

/** SQL that names the live read tables, turned to those of another generation. */
export function inSchema(text: string, schema: GenerationSchema): string {
  return text
    .replaceAll(/\bread\./g, `${schema}.`)
    .replaceAll(/\bschema (if not exists )?read\b/g, (_, rest: string | undefined) => {
      return `schema ${rest ?? ""}${schema}`;
    });
}

/** Runs this package's statements on another generation's tables. */
export function redirected(db: Queryable, schema: GenerationSchema): Queryable {
  if (schema === schemas.live) return db;
  return {
    query: ({ name, text, ...rest }) =>
      db.query({
        ...rest,
        text: inSchema(text, schema),
        // a connection may know the statement by this name already, on the live tables
        ...(name === undefined ? {} : { name: `${name}@${schema}` }),
      }),
  };
}

export function transactionsOn(pool: Pool, schema: GenerationSchema): Transactions {
  return (work) => inTransaction(pool, (tx) => work(redirected(tx, schema)));
}
