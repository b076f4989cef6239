import type { Queryable } from "@shipment-tracking/postgres";

/**
 * Makes the days from yesterday to a week ahead of the tables that are kept by day (UTC). A worker that is off for a week finds them
 * made; one whose clock is a day off too, since the database's clock counts.
 */
export async function makePartitions(db: Queryable): Promise<void> {
  await db.query({
    text: `
      select hooks.make_partitions((now() at time zone 'utc')::date - 1, (now() at time zone 'utc')::date + 7)`,
  });
}

/** Drops the days that ended more than `days` days ago, with everything in them; returns the tables' names. */
export async function dropPartitions(db: Queryable, days: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ readonly name: string }>({
    text: `
      select dropped.name
      from hooks.drop_partitions((now() at time zone 'utc')::date - $1::integer) as dropped (name)`,
    values: [days],
  });
  return rows.map((row) => row.name);
}
