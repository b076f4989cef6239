import type { Queryable } from "@shipment-tracking/postgres";

/** What a consumer has not applied yet. */
export interface Backlog {
  readonly events: number;
  /** Parts that have such events, with their number, ascending. */
  readonly parts: readonly { readonly part: number; readonly events: number }[];
  /** How long the oldest of them has waited, in ms of the database's clock; null when there is none. */
  readonly oldestAgeMs: number | null;
}

/** Compares the log's heads with the positions that were applied; a part without one starts at 0. For an operator: not for every request. */
export async function readBacklog(
  db: Queryable,
  applied: ReadonlyMap<number, number>,
): Promise<Backlog> {
  const { rows } = await db.query<{ part: number; events: number; age_ms: number | null }>({
    text: `
      select heads.part, heads.pos - coalesce(applied.pos, 0) as events,
        (extract(epoch from clock_timestamp() - first.recorded_at) * 1000)::float8 as age_ms
      from write.log_head as heads
      left join unnest($1::smallint[], $2::bigint[]) as applied (part, pos) on applied.part = heads.part
      left join write.event_log as first
        on first.part = heads.part
        and first.pos = coalesce(applied.pos, 0) + 1
      where heads.pos > coalesce(applied.pos, 0)
      order by heads.part`,
    values: [[...applied.keys()], [...applied.values()]],
  });
  const ages = rows.flatMap(({ age_ms }) => (age_ms === null ? [] : [age_ms]));
  return {
    events: rows.reduce((sum, row) => sum + row.events, 0),
    parts: rows.map(({ part, events }) => ({ part, events })),
    oldestAgeMs: ages.length === 0 ? null : Math.max(...ages),
  };
}

/** Ms since any process was seen that reads the log as this consumer, by the database's clock; null when none is known. */
export async function readHeartbeatAge(db: Queryable, consumer: string): Promise<number | null> {
  const { rows } = await db.query<{ age_ms: number | null }>({
    text: `
      select (extract(epoch from clock_timestamp() - max(log_members.seen_at)) * 1000)::float8 as age_ms
      from write.log_members
      where log_members.consumer = $1`,
    values: [consumer],
  });
  return rows[0]?.age_ms ?? null;
}
