import type { Queryable } from "./queryable.ts";

/** Rejects when the database does not answer. */
export async function ping(db: Queryable): Promise<void> {
  await db.query({ text: "select 1" });
}
