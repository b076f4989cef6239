import type { EventRecord } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";
import { type EventRow, recordColumns, toEventRecord } from "./record.ts";

/** All events of a stream in version order, from `fromVersion` (default 1); empty for an unknown stream. */
export async function readStream(
  db: Queryable,
  streamId: string,
  options: { readonly fromVersion?: number } = {},
): Promise<readonly EventRecord[]> {
  const result = await db.query<EventRow>({
    name: "read_stream",
    text: `
      select ${recordColumns}
      from write.event_log as events
      where events.stream_id = $1
        and events.version >= $2
      order by events.version`,
    values: [streamId, options.fromVersion ?? 1],
  });
  return result.rows.map(toEventRecord);
}

/** Versions of a stream, from `from` up to but without `before`. */
export interface StreamVersions {
  readonly streamId: string;
  readonly from: number;
  readonly before: number;
}

/** Some versions of each of several streams, each stream's in version order; those that do not exist are absent. */
export async function readVersions(
  db: Queryable,
  wanted: readonly StreamVersions[],
): Promise<readonly EventRecord[]> {
  const result = await db.query<EventRow>({
    name: "read_versions",
    text: `
      select ${recordColumns}
      from unnest($1::uuid[], $2::integer[], $3::integer[]) as wanted (stream_id, first_version, end_version)
      join write.event_log as events on events.stream_id = wanted.stream_id
        and events.version >= wanted.first_version
        and events.version < wanted.end_version
      order by events.stream_id, events.version`,
    values: [
      wanted.map(({ streamId }) => streamId),
      wanted.map(({ from }) => from),
      wanted.map(({ before }) => before),
    ],
  });
  return result.rows.map(toEventRecord);
}

/** The next events of a part after `afterPos`, in position order, at most `limit`. */
export async function readPart(
  db: Queryable,
  part: number,
  options: { readonly afterPos: number; readonly limit: number },
): Promise<readonly EventRecord[]> {
  const result = await db.query<EventRow>({
    name: "read_part",
    text: `
      select ${recordColumns}
      from write.event_log as events
      where events.part = $1
        and events.pos > $2
      order by events.pos
      limit $3`,
    values: [part, options.afterPos, options.limit],
  });
  return result.rows.map(toEventRecord);
}

/** Highest position per part, 0 for an empty part; all 64 parts are present. */
export async function readHeads(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const result = await db.query<{ readonly part: number; readonly pos: number }>({
    name: "read_heads",
    text: `
      select heads.part, heads.pos
      from write.log_head as heads
      order by heads.part`,
  });
  return new Map(result.rows.map((row) => [row.part, row.pos]));
}
