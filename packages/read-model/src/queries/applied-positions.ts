import type { Queryable } from "@shipment-tracking/postgres";

/** Last position of each of the parts that the live read tables contain; a part without one is absent. One look for all who wait. */
export async function appliedPositions(
  db: Queryable,
  parts: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ part: number; pos: number }>({
    name: "applied_positions",
    text: appliedPositionsText,
    values: [parts],
  });
  return new Map(rows.map((row) => [row.part, row.pos]));
}

const appliedPositionsText = `
select positions.part, positions.pos
from read.positions
where positions.consumer = 'projector'
and positions.part = any($1::smallint[])`;
