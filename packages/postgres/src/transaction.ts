import type pg from "pg";
import type { Queryable } from "./queryable.ts";

export interface TransactionOptions {
  /** Settings for this transaction alone, each `name = value` as SQL has it; they cost no way to the server of their own. */
  readonly settings?: readonly string[];
}

/**
 * Runs `work` in one transaction (READ COMMITTED) and commits; any error rolls back and is thrown on. A connection
 * that cannot even roll back is destroyed instead of going back to the pool.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Queryable) => Promise<Result>,
  { settings = [] }: TransactionOptions = {},
): Promise<Result> {
  const client = await pool.connect();
  // the error also reaches the statement at hand or the next one; without a listener it ends the process
  client.on("error", ignore);
  let broken: Error | undefined;
  try {
    await client.query(["begin", ...settings.map((setting) => `set local ${setting}`)].join("; "));
    const result = await work(client);
    await commit(client);
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.off("error", ignore);
    client.release(broken);
  }
}

function ignore(): void {}

/** The server answers the commit of a transaction in which a statement failed with a rollback, not with an error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query("commit");
  if (command !== "COMMIT")
    throw new Error("The transaction was rolled back: a statement in it had failed");
}

async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query("rollback");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
