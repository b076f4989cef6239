import type { Queryable } from "@shipment-tracking/postgres";

/** Events of a part that became visible together. */
export interface AppliedTime {
  readonly afterPos: number;
  readonly pos: number;
  readonly at: string;
}

/** When the newest deliveries of a part became visible, by position. */
export async function readAppliedTimes(
  db: Queryable,
  part: number,
): Promise<readonly AppliedTime[]> {
  const { rows } = await db.query<AppliedTime>({
    name: "read_applied_times",
    text: `
      select applied_times.after_pos as "afterPos", applied_times.pos, applied_times.applied_at as at
      from read.applied_times
      where applied_times.part = $1
      order by applied_times.pos`,
    values: [part],
  });
  return rows;
}
