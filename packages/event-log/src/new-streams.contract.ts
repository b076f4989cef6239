import { randomUUID } from "node:crypto";
import { appendEvents, type AppendResult, type NewEvent, type StreamAppend } from "./append.ts";
import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { partOf } from "./part.ts";

export const tenantId = "3d3dc1a4-7d7c-4d86-9c3d-0d6a3c4f2a10";

/** An event of the tests; `data` is any JSON value. */
export function newEvent(data: unknown = {}): NewEvent {
  return {
    id: randomUUID(),
    type: "test.happened",
    schemaVersion: 1,
    data,
    occurredAt: "2026-03-01T08:30:00.000Z",
    recordedAt: "2026-03-01T08:30:00.125Z",
    actor: { kind: "system", id: null },
    traceparent: null,
  };
}

/** `count` events for a stream that is at `expectedVersion`. */
export function streamOf(
  streamId: string,
  options: { readonly count?: number; readonly expectedVersion?: number } = {},
): StreamAppend {
  const { count = 1, expectedVersion = 0 } = options;
  const events = Array.from({ length: count }, (_, index) => newEvent({ index }));
  return { tenantId, streamId, expectedVersion, events };
}

/** A new stream id whose part is the given one. */
export function streamInPart(part: number): string {
  for (;;) {
    const streamId = randomUUID();
    if (partOf(streamId) === part) return streamId;
  }
}

/** Appends in a transaction of its own; a conflict rolls back. */
export async function append(pool: Pool, streams: readonly StreamAppend[]): Promise<AppendResult> {
  const conflict = new Error("conflict");
  let result: AppendResult | undefined;
  try {
    return await inTransaction(pool, async (tx) => {
      result = await appendEvents(tx, streams);
      if (result.outcome === "conflict") throw conflict;
      return result;
    });
  } catch (error) {
    if (error === conflict && result !== undefined) return result;
    throw error;
  }
}

/** Version of a stream as of now, 0 when it does not exist. */
export async function versionOf(db: Queryable, streamId: string): Promise<number> {
  const { rows } = await db.query<{ readonly version: number }>({
    text: `
      select coalesce(max(events.version), 0) as version
      from write.event_log as events
      where events.stream_id = $1`,
    values: [streamId],
  });
  return rows[0]?.version ?? 0;
}
