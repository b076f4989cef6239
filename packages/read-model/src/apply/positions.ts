import type { Queryable } from "@shipment-tracking/postgres";
import type { Target } from "./target.ts";

/** Last applied position per part; parts without a row have 0. */
export async function readPositions(
  db: Queryable,
  target: Target,
  parts: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ part: number; pos: number }>({
    text: `
select positions.part, positions.pos
from read.positions
where positions.consumer = $1
and positions.part = any($2::smallint[])`,
    values: [target.consumer, parts],
  });
  const known = new Map(rows.map((row) => [row.part, row.pos]));
  return new Map(parts.map((part) => [part, known.get(part) ?? 0]));
}

/** Rows for parts that have none yet, so that there is something to compare and lock. */
export async function createPositions(
  db: Queryable,
  target: Target,
  parts: readonly number[],
): Promise<void> {
  await db.query({
    text: `
insert into read.positions (consumer, part)
select $1, wanted.part
from unnest($2::smallint[]) as wanted (part)
order by wanted.part
on conflict (consumer, part) do nothing`,
    values: [target.consumer, parts],
  });
}

/** Locks the part's position until the transaction ends and returns it: nothing can be applied to the part meanwhile. */
export async function lockPosition(db: Queryable, target: Target, part: number): Promise<number> {
  const { rows } = await db.query<{ pos: number }>({
    text: `
select positions.pos
from read.positions
where positions.consumer = $1
and positions.part = $2
for update`,
    values: [target.consumer, part],
  });
  return rows[0]?.pos ?? 0;
}
