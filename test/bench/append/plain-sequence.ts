import type { Queryable } from "@shipment-tracking/postgres";

/** Above every dense position, so that both kinds share the table. */
export const createSequenceText =
  "create sequence write.bench_positions start with 1000000000000; grant usage on write.bench_positions to tracking_web";

type Query = (config: {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}) => Promise<unknown>;

/**
 * The same transaction with positions out of a sequence: no head is locked or advanced, all else is as it was, the check of the versions
 * included. Such a log has gaps and shows events out of order; it is what dense positions cost that is asked here.
 */
export function withPlainSequence(tx: Queryable): Queryable {
  // as: the append knows this form of `query` alone
  const query = tx.query.bind(tx) as Query;
  const replaced: Query = async (config) => {
    if (config.name === "lock_heads") return { rows: [], rowCount: 0 };
    if (config.name === "insert_event")
      return await query({ ...config, name: "insert_event_plain", text: insertEventText });
    if (config.name === "insert_events") {
      const values = (config.values ?? []).filter((_, index) => index !== 2 && index !== 3);
      return await query({ name: "insert_events_plain", text: insertEventsText, values });
    }
    return await query(config);
  };
  return { query: replaced } as unknown as Queryable;
}

/** `insert_event` of the log without its head. */
const insertEventText = `
  insert into write.event_log (
    part, pos, id, type, schema_version, tenant_id, stream_id, version,
    occurred_at, recorded_at, actor_kind, actor_id, traceparent, data
  )
  select $1, nextval('write.bench_positions'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
  where $7 - 1 = coalesce(
    (
      select events.version
      from write.event_log as events
      where events.stream_id = $6
      order by events.version desc
      limit 1
    ),
    0
  )
  returning event_log.pos - 1 as base`;

/** `insert_events` of the log without its heads. */
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
  inserted as (
    insert into write.event_log (
      part, pos, id, type, schema_version, tenant_id, stream_id, version,
      occurred_at, recorded_at, actor_kind, actor_id, traceparent, data
    )
    select
      events.part,
      nextval('write.bench_positions'),
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
      $3::smallint[], $4::int[], $5::uuid[], $6::text[], $7::smallint[], $8::uuid[], $9::uuid[], $10::int[],
      $11::timestamptz[], $12::timestamptz[], $13::text[], $14::text[], $15::text[], $16::json[]
    ) as events (
      part, place, id, type, schema_version, tenant_id, stream_id, version,
      occurred_at, recorded_at, actor_kind, actor_id, traceparent, data
    )
    where not exists (select from stale)
    returning event_log.part, event_log.pos
  )
  select inserted.part, min(inserted.pos) - 1 as base, null::uuid as stale_stream_id
  from inserted
  group by inserted.part
  union all
  select null, null, stale.stream_id
  from stale`;
