import type { Queryable } from "@shipment-tracking/postgres";
import { isUuid } from "@shipment-tracking/contracts";
import type { Poison } from "./group-streams.ts";
import type { Target } from "./target.ts";

/** A stream that waits because one of its events could not be applied. */
export interface ParkedStream {
  readonly consumer: string;
  readonly streamId: string;
  readonly tenantId: string | null;
  /** Where in the log the event at fault stands. */
  readonly part: number;
  readonly pos: number;
  readonly eventId: string | null;
  readonly eventType: string | null;
  /** A sentence; names fields, never their values. */
  readonly error: string;
  /** ISO 8601, database time. */
  readonly parkedAt: string;
}

/** All parked streams, the ones parked first at the top. */
export async function listParked(db: Queryable): Promise<readonly ParkedStream[]> {
  const { rows } = await db.query<ParkedStream>({
    text: `
${selectParked}
order by parked_streams.parked_at, parked_streams.stream_id`,
  });
  return rows;
}

export async function findParked(
  db: Queryable,
  target: Target,
  streamId: string,
): Promise<ParkedStream | null> {
  const { rows } = await db.query<ParkedStream>({
    text: `
${selectParked}
where parked_streams.consumer = $1
and parked_streams.stream_id = $2`,
    values: [target.consumer, streamId],
  });
  return rows[0] ?? null;
}

/** Which of the streams are parked. */
export async function findParkedAmong(
  db: Queryable,
  target: Target,
  streamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ stream_id: string }>({
    name: "find_parked_among",
    text: `
select parked_streams.stream_id
from read.parked_streams
where parked_streams.consumer = $1
and parked_streams.stream_id = any($2::uuid[])`,
    values: [target.consumer, streamIds],
  });
  return new Set(rows.map((row) => row.stream_id));
}

export async function parkStreams(
  db: Queryable,
  target: Target,
  poisons: readonly Poison[],
): Promise<void> {
  if (poisons.length === 0) return;
  const records = poisons.map((poison) => poison.record);
  await db.query({
    text: parkStreamsText,
    values: [
      target.consumer,
      records.map((record) => record.streamId),
      records.map((record) => (isUuid(record.tenantId) ? record.tenantId : null)),
      records.map((record) => record.part),
      records.map((record) => record.pos),
      records.map((record) => storable(record.id)),
      records.map((record) => storable(record.type)),
      poisons.map((poison) => storable(poison.error)),
    ],
  });
}

export async function deleteParked(
  db: Queryable,
  target: Target,
  streamId: string,
): Promise<boolean> {
  const { rows } = await db.query<{ stream_id: string }>({
    text: `
delete from read.parked_streams
where parked_streams.consumer = $1
and parked_streams.stream_id = $2
returning parked_streams.stream_id`,
    values: [target.consumer, streamId],
  });
  return rows.length > 0;
}

const selectParked = `
select
  parked_streams.consumer,
  parked_streams.stream_id as "streamId",
  parked_streams.tenant_id as "tenantId",
  parked_streams.part,
  parked_streams.pos,
  parked_streams.event_id as "eventId",
  parked_streams.event_type as "eventType",
  parked_streams.error,
  parked_streams.parked_at as "parkedAt"
from read.parked_streams`;

const parkStreamsText = `
insert into read.parked_streams (consumer, stream_id, tenant_id, part, pos, event_id, event_type, error)
select $1, poison.stream_id, poison.tenant_id, poison.part, poison.pos, poison.event_id, poison.event_type, poison.error
from unnest($2::uuid[], $3::uuid[], $4::smallint[], $5::bigint[], $6::text[], $7::text[], $8::text[])
  as poison (stream_id, tenant_id, part, pos, event_id, event_type, error)`;

// what is wrong with an event must not make it impossible to park it
function storable(text: string): string {
  return text.replaceAll("\0", "\u2400").slice(0, 1_000);
}
