import { type Actor, formatPosition } from "@shipment-tracking/contracts";
import type { Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { subjectColumns, subjectJoins, subjectOf, type SubjectRow } from "./subject.ts";
import { withoutHashes } from "./without-hashes.ts";

/** The place of an event in the list. */
export interface EventKey {
  readonly recordedAt: Instant;
  readonly part: number;
  readonly pos: number;
}

export interface EventsPage {
  readonly limit: number;
  /** Only events after this one in the list's order. */
  readonly after: EventKey | null;
  readonly streamId: string | null;
  readonly type: string | null;
}

interface Row extends SubjectRow, EventKey {
  readonly id: string | null;
  readonly type: string;
  readonly version: number;
  readonly stream_id: string;
  readonly occurred_at: Instant;
  readonly actor_kind: Actor["kind"];
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly data: string | null;
}

/** A page may look at so many events for those of one type: it then ends early, and the next one goes on from there. */
const maxLookedAt = 20_000;

/** Events of the tenant, newest first (`recordedAt`, then position), and where the next page begins; null: there is none. */
export async function listEvents(db: Queryable, tenantId: TenantId, page: EventsPage) {
  const { rows } = await db.query<Row>({
    text: eventsText(page.streamId !== null),
    values: [
      tenantId,
      page.after?.recordedAt ?? null,
      page.after?.part ?? null,
      page.after?.pos ?? null,
      page.type,
      // one more than asked for tells whether there is a next page
      page.limit + 1,
      maxLookedAt,
      ...(page.streamId === null ? [] : [page.streamId]),
    ],
  });
  const found = rows.filter((row) => row.id !== null);
  const shown = found.slice(0, page.limit);
  const edge = found.length > page.limit ? shown.at(-1) : rows.find((row) => row.id === null);
  return { items: shown.map(eventAnswer), next: edge === undefined ? null : keyOf(edge) };
}

function keyOf({ recordedAt, part, pos }: EventKey): EventKey {
  return { recordedAt, part, pos };
}

/**
 * `looked`: the newest events by the index, whatever their type. A row without an id says how far that went, when it did not go to the end.
 */
function eventsText(ofOneStream: boolean): string {
  return `
      with looked as materialized (
        select events.recorded_at, events.part, events.pos, events.type
        from write.event_log as events
        where events.tenant_id = $1
          and events.recorded_at <= coalesce($2::timestamptz, 'infinity')
          and ($2::timestamptz is null or (events.recorded_at, events.part, events.pos) < ($2, $3::smallint, $4::bigint))
          ${ofOneStream ? "and events.stream_id = $8::uuid" : ""}
        order by events.recorded_at desc, events.part desc, events.pos desc
        limit case when $5::text is null then $6::integer else $7::integer end
      ),
      chosen as materialized (
        select looked.recorded_at, looked.part, looked.pos
        from looked
        where looked.type = coalesce($5::text, looked.type)
        order by looked.recorded_at desc, looked.part desc, looked.pos desc
        limit $6
      )
      select events.id, events.type, events.version, events.stream_id, events.part, events.pos, events.occurred_at,
        events.recorded_at as "recordedAt", events.actor_kind, events.actor_id, users.name as actor_name,
        case when octet_length(events.data::text) <= 65536 then events.data end as data,${subjectColumns}
      from chosen
      join write.event_log as events on events.part = chosen.part
        and events.pos = chosen.pos
      left join write.users on users.tenant_id = $1
        and users.id::text = case when events.actor_kind = 'user' then events.actor_id end${subjectJoins("events.stream_id")}
      union all
      select null, '', 0, null, edge.part, edge.pos, null, edge.recorded_at, null, null, null, null, 'unknown', null
      from (
        select looked.recorded_at, looked.part, looked.pos
        from looked
        order by looked.recorded_at, looked.part, looked.pos
        limit 1
      ) as edge
      where $5::text is not null
        and (select count(*) from looked) = $7
      order by "recordedAt" desc, part desc, pos desc`;
}

function eventAnswer(row: Row) {
  const { data, ...event } = row;
  return {
    id: event.id,
    type: event.type,
    position: formatPosition(event),
    version: event.version,
    subject: subjectOf(event.stream_id, event),
    actor: { kind: event.actor_kind, id: event.actor_id, name: event.actor_name },
    occurredAt: event.occurred_at,
    recordedAt: event.recordedAt,
    data: data === null ? null : withoutHashes(data),
  };
}
