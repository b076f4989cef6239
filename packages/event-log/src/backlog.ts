import type { Queryable } from "@shipment-tracking/postgres";

/** What a consumer has not applied yet. */
export interface Backlog {
  readonly events: number;
  /** Parts that have such events, with their number, ascending. */
  readonly parts: readonly { readonly part: number; readonly events: number }[];
  /** How long the oldest of them has waited, in ms of the database's clock; null when there is none. */
  readonly oldestAgeMs: number | null;
}

/** How far a consumer is behind, part by part. */
export interface LogLag {
  /** Events in the log, all parts together. */
  readonly headEvents: number;
  /** All parts, ascending. */
  readonly parts: readonly PartLag[];
}

export interface PartLag {
  readonly part: number;
  /** Not applied yet; never below 0. */
  readonly events: number;
  /** How long the oldest of them has waited, in seconds of the database's clock; 0 when there is none, null when its record is missing. */
  readonly seconds: number | null;
}

/**
 * Compares the log's heads with the positions that were applied; a part without one starts at 0. One statement: 64 heads, and one look into the
 * log's index for each part that is behind. Read the positions first: what is applied in between then counts as lag, never the other way round.
 */
export async function readLag(
  db: Queryable,
  applied: ReadonlyMap<number, number>,
): Promise<LogLag> {
  const { rows } = await db.query<{
    part: number;
    head: number;
    events: number;
    seconds: number | null;
  }>({
    name: "read_lag",
    text: readLagText,
    values: [[...applied.keys()], [...applied.values()]],
  });
  return {
    headEvents: rows.reduce((sum, row) => sum + row.head, 0),
    parts: rows.map(({ part, events, seconds }) => ({ part, events, seconds })),
  };
}

const readLagText = `
  select heads.part, heads.pos as head, greatest(heads.pos - coalesce(applied.pos, 0), 0) as events,
    case
      when heads.pos <= coalesce(applied.pos, 0) then 0
      -- greatest would take null for nothing
      when oldest.recorded_at is not null
        then greatest(extract(epoch from clock_timestamp() - oldest.recorded_at), 0)
    end::float8 as seconds
  from write.log_head as heads
  left join unnest($1::smallint[], $2::bigint[]) as applied (part, pos) on applied.part = heads.part
  left join lateral (
    select events.recorded_at
    from write.event_log as events
    where events.part = heads.part
      and events.pos > coalesce(applied.pos, 0)
      and heads.pos > coalesce(applied.pos, 0)
    order by events.pos
    limit 1
  ) as oldest on true
  order by heads.part`;

/** The same, summed up for a person: only the parts that are behind. */
export async function readBacklog(
  db: Queryable,
  applied: ReadonlyMap<number, number>,
): Promise<Backlog> {
  const behind = (await readLag(db, applied)).parts.filter(({ events }) => events > 0);
  const ages = behind.flatMap(({ seconds }) => (seconds === null ? [] : [seconds * 1_000]));
  return {
    events: behind.reduce((sum, { events }) => sum + events, 0),
    parts: behind.map(({ part, events }) => ({ part, events })),
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
