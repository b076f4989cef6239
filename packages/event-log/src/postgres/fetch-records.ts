import type { EventRecord } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";
import { LogDamaged } from "../errors.ts";
import { partCount } from "../port.ts";
import { type EventRow, recordColumns, toEventRecord } from "../record.ts";

export interface FetchOptions {
  /** Positions to read on from, by part. */
  readonly after: ReadonlyMap<number, number>;
  /** Upper bound of records in all parts together; every part with news gets its share of it. */
  readonly maxRecords: number;
  /** Upper bound of stored payload bytes in all parts together; one record always comes. */
  readonly maxBytes: number;
  /** Part that has the first turn, when not all can have one. */
  readonly firstPart: number;
}

/** The next records of one part, without gap from the position asked for. */
interface FetchedPart {
  readonly part: number;
  readonly afterPos: number;
  readonly records: readonly EventRecord[];
}

export interface Fetched {
  /** Parts with news, in turn order. */
  readonly parts: readonly FetchedPart[];
  /** Parts that have no next record although their head has moved. */
  readonly damaged: readonly LogDamaged[];
}

interface FetchedRow extends Omit<EventRow, "pos"> {
  readonly wanted_part: number;
  readonly after_pos: number;
  readonly head: number;
  /** Null where the part's head says that there is news, but no record is found. */
  readonly pos: number | null;
}

/**
 * One look at the log for all parts. Without news it reads the 64 heads and nothing else. Positions are dense, so that a
 * part's share of the records is a range of positions.
 */
export async function fetchRecords(db: Queryable, options: FetchOptions): Promise<Fetched> {
  const result = await db.query<FetchedRow>({
    name: "fetch_records",
    text: fetchRecordsText,
    values: [
      arrayText(options.after.keys()),
      arrayText(options.after.values()),
      options.firstPart,
      options.maxRecords,
      options.maxBytes,
    ],
  });
  return arrange(result.rows);
}

/**
 * How many records lie behind the positions, as the difference of two sums: the cheapest question that can be asked when
 * the answer is mostly 0. Exact as long as no position is ahead of its part, which `fetchRecords` finds out.
 */
export async function countBehind(
  db: Queryable,
  after: ReadonlyMap<number, number>,
): Promise<number> {
  const result = await db.query<{ readonly total: number }>({
    name: "count_behind",
    text: `
      select coalesce(sum(heads.pos), 0)::bigint as total
      from write.log_head as heads
      where heads.part = any ($1::smallint[])`,
    values: [arrayText(after.keys())],
  });
  const read = [...after.values()].reduce((sum, pos) => sum + pos, 0);
  return (result.rows[0]?.total ?? 0) - read;
}

/** An array of numbers as the server reads it; pg's own conversion runs two regular expressions per element. */
function arrayText(numbers: Iterable<number>): string {
  return `{${[...numbers].join(",")}}`;
}

const fetchRecordsText = `
  with behind as (
    select
      wanted.part,
      wanted.pos,
      heads.pos as head,
      row_number() over (order by (wanted.part - $3::int + ${String(partCount)}) % ${String(partCount)}) as turn,
      count(*) over () as parts
    from unnest($1::smallint[], $2::bigint[]) as wanted (part, pos)
    join write.log_head as heads on heads.part = wanted.part
    where heads.pos <> wanted.pos
  ),
  found as (
    select
      behind.part as wanted_part,
      behind.pos as after_pos,
      behind.head,
      behind.turn,
      sum(coalesce(pg_column_size(events.data), 0)) over (order by behind.turn, events.pos)
        - coalesce(pg_column_size(events.data), 0) as bytes_before,
      ${recordColumns}
    from behind
    left join lateral (
      select ${recordColumns}
      from write.event_log as events
      where events.part = behind.part
        and events.pos > behind.pos
        and events.pos <= behind.pos + greatest($4::int / behind.parts, 1)
      order by events.pos
    ) as events on true
    where behind.turn <= $4
  )
  select
    found.wanted_part,
    found.after_pos,
    found.head,
    ${recordColumns.replaceAll("events.", "found.")}
  from found
  where found.bytes_before < $5
  order by found.turn, found.pos`;

/** Rows in turn and position order as one run per part; a run ends before the first position that is not its last plus one. */
function arrange(rows: readonly FetchedRow[]): Fetched {
  const runs = new Map<number, EventRecord[]>();
  const broken = new Map<number, LogDamaged>();
  const parts: FetchedPart[] = [];
  for (const row of rows) {
    const records = runs.get(row.wanted_part) ?? [];
    if (!runs.has(row.wanted_part)) {
      runs.set(row.wanted_part, records);
      parts.push({ part: row.wanted_part, afterPos: row.after_pos, records });
    }
    if (row.pos === row.after_pos + records.length + 1 && !broken.has(row.wanted_part))
      records.push(toEventRecord({ ...row, pos: row.pos }));
    else if (!broken.has(row.wanted_part)) broken.set(row.wanted_part, damageAt(row));
  }
  return {
    parts: parts.filter((part) => part.records.length > 0),
    // a gap behind some good records is met again by the next look, then at its beginning
    damaged: [...broken.values()].filter((fault) => runs.get(fault.part)?.length === 0),
  };
}

function damageAt(row: FetchedRow): LogDamaged {
  return new LogDamaged({
    part: row.wanted_part,
    afterPos: row.after_pos,
    foundPos: row.pos,
    head: row.head,
  });
}
