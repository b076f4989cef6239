import { type EventRecord, isUuid } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";

/** Why a stream waits, and at which record. */
export interface Poison {
  readonly record: EventRecord;
  readonly error: string;
}

/** A shipment that sends no webhooks because one of its events could not be ingested. */
export interface ParkedShipment {
  readonly consumer: "webhooks";
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

/** All parked shipments, the ones parked first at the top. */
export async function listParkedShipments(db: Queryable): Promise<readonly ParkedShipment[]> {
  const { rows } = await db.query<ParkedShipment>({
    text: `${selectParked}
      order by parked_streams.parked_at, parked_streams.stream_id`,
  });
  return rows;
}

export async function findParked(db: Queryable, streamId: string): Promise<ParkedShipment | null> {
  const { rows } = await db.query<ParkedShipment>({
    text: `${selectParked}
      where parked_streams.stream_id = $1`,
    values: [streamId],
  });
  return rows[0] ?? null;
}

const selectParked = `
      select 'webhooks' as consumer, parked_streams.stream_id as "streamId", parked_streams.tenant_id as "tenantId",
        parked_streams.part, parked_streams.pos, parked_streams.event_id as "eventId", parked_streams.event_type as "eventType",
        parked_streams.error, parked_streams.parked_at as "parkedAt"
      from hooks.parked_streams`;

/** False when it was not parked any more. */
export async function deleteParked(db: Queryable, streamId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `
      delete from hooks.parked_streams
      where parked_streams.stream_id = $1`,
    values: [streamId],
  });
  return rowCount === 1;
}

/** Which of the streams are parked. */
export async function findParkedAmong(
  db: Queryable,
  streamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ readonly stream_id: string }>({
    name: "find_parked_webhook_streams",
    text: `
      select parked_streams.stream_id
      from hooks.parked_streams
      where parked_streams.stream_id = any ($1::uuid[])`,
    values: [streamIds],
  });
  return new Set(rows.map((row) => row.stream_id));
}

export async function parkStreams(db: Queryable, poisons: readonly Poison[]): Promise<void> {
  if (poisons.length === 0) return;
  const records = poisons.map((poison) => poison.record);
  await db.query({
    text: `
      insert into hooks.parked_streams (stream_id, tenant_id, part, pos, event_id, event_type, error)
      select poison.stream_id, poison.tenant_id, poison.part, poison.pos, poison.event_id, poison.event_type, poison.error
      from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::bigint[], $5::text[], $6::text[], $7::text[])
        as poison (stream_id, tenant_id, part, pos, event_id, event_type, error)
      on conflict (stream_id) do nothing`,
    values: [
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

// what is wrong with an event must not make it impossible to park it
function storable(text: string): string {
  return text.replaceAll("\0", "\u2400").slice(0, 1_000);
}
