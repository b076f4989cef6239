import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "@shipment-tracking/postgres";

/**
 * Runs `work` while nobody else makes demo data in this database: whoever comes second finds the tenants, and the secrets, of the first. Waits as long as that
 * takes. Holds one connection beside those that `work` takes.
 */
export async function withSeedingLock<Result>(
  pool: Pool,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    // asked again and again: a statement that waits would run into the time limit of statements
    while (!(await tryLock(client))) await delay(100);
    return await work();
  } finally {
    // closing the connection gives the lock back, whatever happened
    client.release(true);
  }
}

async function tryLock(client: Pick<Pool, "query">): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>({
    text: "select pg_try_advisory_lock(hashtextextended('tracking demo data', 0)) as locked",
  });
  return rows[0]?.locked === true;
}
