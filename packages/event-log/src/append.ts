import type { Actor } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";
import { insertEvent } from "./insert-event.ts";
import {
  type Inserted,
  insertEvents,
  lockHeads,
  type NewEventRow,
  staleStreamOf,
} from "./insert-events.ts";
import { partOf } from "./part.ts";

/** An event before it has a version and a position. Times are ISO 8601; `data` is any JSON value. */
export interface NewEvent {
  /** UUID, new for each event: a second event under the same id is an error of the database. */
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
  readonly occurredAt: string;
  readonly recordedAt: string;
  readonly actor: Actor;
  readonly traceparent: string | null;
}

/** The new events (at least one) of one stream, which must be at `expectedVersion` (0: it does not exist yet). */
export interface StreamAppend {
  readonly tenantId: string;
  readonly streamId: string;
  readonly expectedVersion: number;
  readonly events: readonly NewEvent[];
}

/** Where a stream's last new event lies in the log. */
export interface AppendedStream {
  readonly streamId: string;
  readonly part: number;
  readonly pos: number;
}

export type AppendResult =
  | { readonly outcome: "appended"; readonly positions: readonly AppendedStream[] }
  | { readonly outcome: "conflict"; readonly streamId: string };

/**
 * Appends events at the next dense positions of their parts, as the last statement of the caller's transaction: from here
 * to its commit the parts' rows of `log_head` are locked. `positions` has one entry per stream, in the order given.
 *
 * `conflict`: a stream is not at its expected version. Nothing was appended and the caller rolls back; when the other
 * writer committed during this very statement the transaction is already aborted. All other errors are thrown.
 * A stream may occur once per call (RangeError), it may have many events.
 */
export async function appendEvents(
  tx: Queryable,
  streams: readonly StreamAppend[],
): Promise<AppendResult> {
  refuseMisuse(streams);
  const rows = toRows(streams);
  if (rows.length === 0) return { outcome: "appended", positions: [] };
  try {
    const inserted = await insert(tx, streams, rows);
    return inserted.outcome === "conflict"
      ? inserted
      : { outcome: "appended", positions: lastPositions(rows, inserted.bases) };
  } catch (error) {
    const streamId = staleStreamOf(error, streams);
    if (streamId === null) throw error;
    return { outcome: "conflict", streamId };
  }
}

async function insert(
  tx: Queryable,
  streams: readonly StreamAppend[],
  rows: readonly NewEventRow[],
): Promise<Inserted> {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) return await insertEvent(tx, only);
  await lockHeads(tx, [...new Set(rows.map((row) => row.part))]);
  return await insertEvents(tx, streams, rows);
}

function refuseMisuse(streams: readonly StreamAppend[]): void {
  if (new Set(streams.map((stream) => stream.streamId)).size !== streams.length)
    throw new RangeError("A stream occurs twice in one append; put its events together");
  if (streams.some((stream) => stream.events.length === 0))
    throw new RangeError("A stream without events cannot be appended to");
}

/** The rows of all streams, numbered within each part in the order given. */
function toRows(streams: readonly StreamAppend[]): readonly NewEventRow[] {
  const places = new Map<number, number>();
  return streams.flatMap(({ tenantId, streamId, expectedVersion, events }) => {
    const part = partOf(streamId);
    return events.map((event, index) => {
      const place = (places.get(part) ?? 0) + 1;
      places.set(part, place);
      const version = expectedVersion + index + 1;
      return { ...event, part, place, tenantId, streamId, version, data: jsonOf(event) };
    });
  });
}

function jsonOf(event: NewEvent): string {
  // as: stringify answers undefined for a value that has no JSON, which its declared type leaves out
  const text = JSON.stringify(event.data) as string | undefined;
  if (text === undefined) throw new RangeError(`Event ${event.id} has no JSON payload`);
  return text;
}

function lastPositions(
  rows: readonly NewEventRow[],
  bases: ReadonlyMap<number, number>,
): readonly AppendedStream[] {
  const last = new Map<string, AppendedStream>();
  for (const { streamId, part, place } of rows)
    last.set(streamId, { streamId, part, pos: (bases.get(part) ?? Number.NaN) + place });
  return [...last.values()];
}
