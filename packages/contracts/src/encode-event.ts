import type { LogEvent } from "./decode-event.ts";

/** What the log stores of an event beside its envelope. */
export interface EncodedEvent {
  readonly type: LogEvent["type"];
  readonly schemaVersion: number;
  /** The event without its `type`. */
  readonly data: object;
}

/** The stored form of an event, in the newest schema version; `decodeEvent` reads it back. */
export function encodeEvent(event: LogEvent): EncodedEvent {
  const { type, ...data } = event;
  return { type, schemaVersion: 1, data };
}
