import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { RebuildRefused } from "./rebuild-refused.ts";

/** The one connection that holds the rebuild's lock. When it is lost, so is the right to switch: the switch happens on it. */
export interface RebuildSession extends Queryable {
  /** A transaction on this connection. */
  transact<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>;
}

/** Runs `work` while no other rebuild of the database can. Throws `RebuildRefused` when one runs. */
export async function withRebuildSession<Result>(
  pool: Pool,
  work: (session: RebuildSession) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  client.on("error", ignore);
  let broken = true;
  try {
    const { rows } = await client.query<{ locked: boolean }>({
      text: "select pg_try_advisory_lock($1) as locked",
      values: [rebuildLock],
    });
    if (rows[0]?.locked !== true) {
      broken = false;
      throw new RebuildRefused(
        "A rebuild is running already. `tracking rebuild --status` shows it.",
      );
    }
    const session: RebuildSession = {
      query: (config) => client.query(config),
      transact: (inner) => transact(client, inner),
    };
    try {
      return await work(session);
    } finally {
      broken = !(await unlock(client));
    }
  } finally {
    client.off("error", ignore);
    // closing the connection is what gives the lock back when it could not be given back: some time later
    client.release(broken);
  }
}

async function unlock(client: Queryable): Promise<boolean> {
  try {
    await client.query({ text: "select pg_advisory_unlock($1)", values: [rebuildLock] });
    return true;
  } catch {
    return false;
  }
}

/** Whether a rebuild runs now. */
export async function isRebuilding(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ running: boolean }>({
    text: `
select exists (
  select
  from pg_catalog.pg_locks as locks
  where locks.locktype = 'advisory'
  and locks.database = (select oid from pg_catalog.pg_database where datname = current_database())
  and locks.classid = ($1::bigint >> 32)::oid
  and locks.objid = ($1::bigint & 4294967295)::oid
  and locks.granted
) as running`,
    values: [rebuildLock],
  });
  return rows[0]?.running === true;
}

/** Any number that no other advisory lock of the database uses. */
const rebuildLock = 7_241_865_326;

async function transact<Result>(
  client: Queryable,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  await client.query({ text: "begin" });
  try {
    const result = await work(client);
    await client.query({ text: "commit" });
    return result;
  } catch (error) {
    // a connection that is gone has rolled back already
    await client.query({ text: "rollback" }).catch(ignore);
    throw error;
  }
}

function ignore(): void {}
