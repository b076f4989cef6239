import type { Actor } from "@shipment-tracking/contracts";
import type { Instant, ShipmentId, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** An event of a shipment as the log holds it, without what it says. */
export interface TracedEvent {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly part: number;
  readonly pos: number;
  readonly recordedAt: Instant;
  readonly actor: Actor;
  /** The entry of the timeline that it recorded or voided. */
  readonly entryId: string | null;
}

interface Row extends Omit<TracedEvent, "actor" | "entryId"> {
  readonly actor_kind: Actor["kind"];
  readonly actor_id: string | null;
  readonly data: string | null;
}

export interface TracePage {
  readonly shipmentId: ShipmentId;
  /** Only events with a smaller version. */
  readonly beforeVersion: number | null;
  readonly limit: number;
}

/** Events of the tenant's shipment, the newest first. */
export async function readTracedEvents(
  db: Queryable,
  tenantId: TenantId,
  { shipmentId, beforeVersion, limit }: TracePage,
): Promise<readonly TracedEvent[]> {
  const { rows } = await db.query<Row>({
    name: "read_traced_events",
    text: `
      select events.id, events.type, events.version, events.part, events.pos, events.recorded_at as "recordedAt",
        events.actor_kind, events.actor_id,
        case when octet_length(events.data::text) < 65536 then events.data end as data
      from write.event_log as events
      where events.tenant_id = $1
        and events.stream_id = $2
        and events.version < coalesce($3::integer, 2147483647)
      order by events.version desc
      limit $4`,
    values: [tenantId, shipmentId, beforeVersion, limit],
  });
  return rows.map(({ actor_kind: kind, actor_id: id, data, ...event }) => ({
    ...event,
    actor: { kind, id },
    entryId: entryIn(data),
  }));
}

/** The log keeps what it was given: an event may say anything, and this only wants to know one thing of it. */
function entryIn(data: string | null): string | null {
  const event = parsed(data);
  const entry = fieldOf(event, "entry") ?? event;
  const id = fieldOf(entry, "eventId");
  return typeof id === "string" ? id : null;
}

function parsed(data: string | null): unknown {
  try {
    return data === null ? null : JSON.parse(data);
  } catch {
    return null;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
