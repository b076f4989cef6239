import type { Actor } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";

/** One row to insert, `place` (1, 2, 3…) behind the last position of its part. */
export interface NewEventRow {
  readonly part: number;
  readonly place: number;
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly tenantId: string;
  readonly streamId: string;
  readonly version: number;
  readonly occurredAt: string;
  readonly recordedAt: string;
  readonly actor: Actor;
  readonly traceparent: string | null;
  /** JSON text. */
  readonly data: string;
}

export interface ExpectedStream {
  readonly streamId: string;
  readonly expectedVersion: number;
}

export type Inserted =
  | { readonly outcome: "inserted"; readonly bases: ReadonlyMap<number, number> }
  | { readonly outcome: "conflict"; readonly streamId: string };

interface InsertedRow {
  readonly part: number | null;
  readonly base: number | null;
  readonly stale_stream_id: string | null;
}

/**
 * Locks the parts' heads until the transaction ends, in part order: in any other order two appends could wait for each
 * other. A statement of its own, so that the next one sees all that was committed while this one waited.
 */
export async function lockHeads(tx: Queryable, parts: readonly number[]): Promise<void> {
  await tx.query({
    name: "lock_heads",
    text: `
      select heads.part
      from write.log_head as heads
      where heads.part = any ($1::smallint[])
      order by heads.part
      for no key update`,
    values: [parts],
  });
}

/**
 * Checks the versions, bumps the heads and inserts the rows; the heads are locked. `bases` is each part's position before
 * its first row.
 */
export async function insertEvents(
  tx: Queryable,
  streams: readonly ExpectedStream[],
  rows: readonly NewEventRow[],
): Promise<Inserted> {
  const result = await tx.query<InsertedRow>({
    name: "insert_events",
    text: insertEventsText,
    values: [...streamValues(streams), ...headValues(rows), ...rowValues(rows)],
  });
  const bases = new Map<number, number>();
  for (const row of result.rows) {
    if (row.stale_stream_id !== null) return { outcome: "conflict", streamId: row.stale_stream_id };
    if (row.part !== null && row.base !== null) bases.set(row.part, row.base);
  }
  return { outcome: "inserted", bases };
}

const insertEventsText = `
  with stale as materialized (
    select streams.stream_id
    from unnest($1::uuid[], $2::int[]) as streams (stream_id, expected_version)
    left join lateral (
      select events.version
      from write.event_log as events
      where events.stream_id = streams.stream_id
      order by events.version desc
      limit 1
    ) as last on true
    where coalesce(last.version, 0) <> streams.expected_version
    limit 1
  ),
  bumped as (
    update write.log_head as heads
    set pos = heads.pos + added.n
    from unnest($3::smallint[], $4::int[]) as added (part, n)
    where heads.part = added.part
      and not exists (select from stale)
    returning heads.part, heads.pos - added.n as base
  ),
  inserted as (
    insert into write.event_log (
      part, pos, id, type, schema_version, tenant_id, stream_id, version,
      occurred_at, recorded_at, actor_kind, actor_id, traceparent, data
    )
    select
      bumped.part,
      bumped.base + events.place,
      events.id,
      events.type,
      events.schema_version,
      events.tenant_id,
      events.stream_id,
      events.version,
      events.occurred_at,
      events.recorded_at,
      events.actor_kind,
      events.actor_id,
      events.traceparent,
      events.data
    from unnest(
      $5::smallint[], $6::int[], $7::uuid[], $8::text[], $9::smallint[], $10::uuid[], $11::uuid[], $12::int[],
      $13::timestamptz[], $14::timestamptz[], $15::text[], $16::text[], $17::text[], $18::json[]
    ) as events (
      part, place, id, type, schema_version, tenant_id, stream_id, version,
      occurred_at, recorded_at, actor_kind, actor_id, traceparent, data
    )
    join bumped on bumped.part = events.part
  )
  select bumped.part, bumped.base, null::uuid as stale_stream_id
  from bumped
  union all
  select null, null, stale.stream_id
  from stale`;

function streamValues(streams: readonly ExpectedStream[]): readonly unknown[] {
  return [
    streams.map((stream) => stream.streamId),
    streams.map((stream) => stream.expectedVersion),
  ];
}

function headValues(rows: readonly NewEventRow[]): readonly unknown[] {
  const added = new Map<number, number>();
  for (const row of rows) added.set(row.part, (added.get(row.part) ?? 0) + 1);
  return [[...added.keys()], [...added.values()]];
}

function rowValues(rows: readonly NewEventRow[]): readonly unknown[] {
  return [
    rows.map((row) => row.part),
    rows.map((row) => row.place),
    rows.map((row) => row.id),
    rows.map((row) => row.type),
    rows.map((row) => row.schemaVersion),
    rows.map((row) => row.tenantId),
    rows.map((row) => row.streamId),
    rows.map((row) => row.version),
    rows.map((row) => row.occurredAt),
    rows.map((row) => row.recordedAt),
    rows.map((row) => row.actor.kind),
    rows.map((row) => row.actor.id),
    rows.map((row) => row.traceparent),
    rows.map((row) => row.data),
  ];
}

/**
 * The stream whose version another writer took while this statement ran (a violation of unique (stream_id, version)), null
 * for every other error. The row's values stand in the error's detail, whatever the server's language.
 */
export function staleStreamOf(error: unknown, streams: readonly ExpectedStream[]): string | null {
  if (!(error instanceof Error) || !("constraint" in error)) return null;
  if (error.constraint !== "event_log_stream_version_key") return null;
  const detail = "detail" in error ? String(error.detail) : "";
  const named = streams.find((stream) => detail.includes(stream.streamId.toLowerCase()));
  return (named ?? streams[0])?.streamId ?? null;
}
