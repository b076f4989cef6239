import type { Queryable } from "@shipment-tracking/postgres";

/** How far the projector has applied these parts in the tables that readers see; parts it never touched are absent. */
export async function readAppliedPositions(
  db: Queryable,
  parts: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ readonly part: number; readonly pos: number }>({
    name: "read_applied_positions",
    text: `
      select positions.part, positions.pos
      from read.positions
      where positions.consumer = 'projector'
        and positions.part = any($1::smallint[])`,
    values: [parts],
  });
  return new Map(rows.map((row) => [row.part, row.pos]));
}
