import { formatPosition } from "@shipment-tracking/contracts";
import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { ParkingReader } from "./log-readers.ts";
import { subjectColumns, subjectJoins, subjectOf, type SubjectRow } from "./subject.ts";

interface Row extends SubjectRow {
  readonly consumer: ParkingReader;
  readonly stream_id: string;
  readonly part: number;
  readonly pos: number;
  readonly event_id: string | null;
  readonly event_type: string | null;
  readonly error: string;
  readonly parked_at: string;
  readonly requested_at: string | null;
}

const mostShown = 200;

/** The tenant's streams that wait because one of their events could not be applied, those that wait longest first; at most 200. */
export async function listParkedStreams(db: Queryable, tenantId: TenantId) {
  const { rows } = await db.query<Row>({
    name: "list_parked_streams_of_tenant",
    text: `
      select parked.consumer, parked.stream_id, parked.part, parked.pos, parked.event_id, parked.event_type, parked.error,
        parked.parked_at, unpark_requests.requested_at,${subjectColumns}
      from (
        select streams.consumer, streams.stream_id, streams.part, streams.pos, streams.event_id, streams.event_type,
          streams.error, streams.parked_at
        from read.parked_streams as streams
        where streams.tenant_id = $1
          and streams.consumer = 'projector'
        union all
        select 'webhooks', streams.stream_id, streams.part, streams.pos, streams.event_id, streams.event_type, streams.error,
          streams.parked_at
        from hooks.parked_streams as streams
        where streams.tenant_id = $1
        order by parked_at, stream_id
        limit $2
      ) as parked
      left join write.unpark_requests on unpark_requests.consumer = parked.consumer
        and unpark_requests.stream_id = parked.stream_id${subjectJoins("parked.stream_id")}
      order by parked.parked_at, parked.stream_id`,
    values: [tenantId, mostShown],
  });
  return rows.map((row) => ({
    consumer: row.consumer,
    streamId: row.stream_id,
    subject: subjectOf(row.stream_id, row),
    position: formatPosition({ part: row.part, pos: row.pos }),
    eventId: row.event_id,
    eventType: row.event_type,
    sentence: row.error,
    since: row.parked_at,
    retryRequestedAt: row.requested_at,
  }));
}

/** False: the tenant has no such stream that is parked. */
export async function isParked(
  db: Queryable,
  tenantId: TenantId,
  { consumer, streamId }: { readonly consumer: ParkingReader; readonly streamId: string },
): Promise<boolean> {
  const { rows } = await db.query<{ readonly parked: boolean }>({
    name: "is_stream_parked",
    text: `
      select exists (
          select
          from read.parked_streams as streams
          where streams.consumer = $2
            and streams.stream_id = $3
            and streams.tenant_id = $1
        )
        or $2 = 'webhooks' and exists (
          select
          from hooks.parked_streams as streams
          where streams.stream_id = $3
            and streams.tenant_id = $1
        ) as parked`,
    values: [tenantId, consumer, streamId],
  });
  return rows[0]?.parked === true;
}
