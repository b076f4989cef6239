import type pg from "pg";
import type { Queryable } from "./queryable.ts";

export interface TransactionOptions {
  /** Settings for this transaction alone, each `name = value` as SQL has it; they cost no way to the server of their own. */
  readonly settings?: readonly string[];
}

/** Sends the last statements of a transaction, all at once, and resolves when they are answered. */
export type LastStatements<Result> = () => Promise<Result>;

/**
 * Runs `work` in one transaction (READ COMMITTED) and commits; any error rolls back and is thrown on. A connection
 * that cannot even roll back is destroyed instead of going back to the pool. Statements that do not need each other's answers may be
 * sent together: `allAnswers`.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Queryable) => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  return await inTransactionEndedBy(
    pool,
    async (tx) => {
      const result = await work(tx);
      return () => Promise.resolve(result);
    },
    options,
  );
}

/** As `inTransaction`, where the commit is sent right behind the last statements: `work` resolves to what sends them. */
export async function inTransactionEndedBy<Result>(
  pool: pg.Pool,
  work: (tx: Queryable) => Promise<LastStatements<Result>>,
  { settings = [] }: TransactionOptions = {},
): Promise<Result> {
  const client = await pool.connect();
  // the error also reaches the statement at hand or the next one; without a listener it ends the process
  client.on("error", ignore);
  let broken: Error | undefined;
  const tx = new Transaction(client);
  try {
    const begun = client.query(
      ["begin", ...settings.map((setting) => `set local ${setting}`)].join("; "),
    );
    // what is sent behind it fails with it
    begun.catch(ignore);
    const last = await work(tx);
    const answered = last();
    tx.end();
    const [result] = await allAnswers([answered, commit(client), begun]);
    return result;
  } catch (error) {
    tx.end();
    broken = await rollBack(client);
    throw error;
  } finally {
    client.off("error", ignore);
    client.release(broken);
  }
}

/** Takes no statement once its end has been sent: that would be one outside of any transaction. */
class Transaction implements Queryable {
  readonly #client: pg.PoolClient;
  #hasEnded = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  get client(): pg.PoolClient {
    return this.#client;
  }

  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    if (this.#hasEnded) return Promise.reject(new Error("The transaction has ended already"));
    return this.#client.query<Row>(config);
  }

  end(): void {
    this.#hasEnded = true;
  }
}

/** The connection of a transaction that is under way; null when that is none. */
export function clientOf(tx: Queryable): pg.PoolClient | null {
  return tx instanceof Transaction ? tx.client : null;
}

type Answers<Statements extends readonly unknown[]> = {
  -readonly [Index in keyof Statements]: Awaited<Statements[Index]>;
};

/**
 * What statements that were sent together are answered. Waits for all of them, so that none is sent behind the rollback, and then throws what the first one failed with:
 * the others fail only because the transaction has.
 */
export async function allAnswers<const Statements extends readonly unknown[]>(
  statements: Statements,
): Promise<Answers<Statements>> {
  const settled = await Promise.allSettled(statements);
  const failures = settled.flatMap((one): unknown[] =>
    one.status === "rejected" ? [one.reason] : [],
  );
  if (failures.length > 0) throw failures.find((error) => !isConsequence(error)) ?? failures[0];
  // as: none of them was rejected
  return settled.map((one) => (one as { readonly value: unknown }).value) as Answers<Statements>;
}

/** In PostgreSQL's words: current transaction is aborted, commands ignored until end of transaction block. */
function isConsequence(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25P02";
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
