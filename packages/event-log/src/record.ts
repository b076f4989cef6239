import type { Actor, EventRecord } from "@shipment-tracking/contracts";

/** One row of `write.event_log`, selected with `recordColumns`; `data` is the JSON text as it was written. */
export interface EventRow {
  readonly part: number;
  readonly pos: number;
  readonly id: string;
  readonly type: string;
  readonly schema_version: number;
  readonly tenant_id: string;
  readonly stream_id: string;
  readonly version: number;
  readonly occurred_at: string;
  readonly recorded_at: string;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly traceparent: string | null;
  readonly data: string;
}

/** The columns of an `EventRow`, qualified for `write.event_log as events`. */
export const recordColumns = `
  events.part,
  events.pos,
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
  events.data`;

/** The record of a row. Never throws: a payload that does not parse is handed on marked, for the reader to park. */
export function toEventRecord(row: EventRow): EventRecord {
  return {
    id: row.id,
    type: row.type,
    schemaVersion: row.schema_version,
    tenantId: row.tenant_id,
    streamId: row.stream_id,
    version: row.version,
    part: row.part,
    pos: row.pos,
    occurredAt: row.occurred_at,
    recordedAt: row.recorded_at,
    // the kinds are checked where the record is decoded, an unknown one parks its stream
    actor: { kind: row.actor_kind as Actor["kind"], id: row.actor_id },
    traceparent: row.traceparent,
    data: parsePayload(row.data),
  };
}

/** Parsed JSON, or `{ unparsable: text }`, a payload that no schema accepts. */
function parsePayload(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { unparsable: text };
  }
}
