/**
 * One event as it crosses a process: a row of `write.event_log`, or a Kafka record whose CloudEvents headers carry the envelope.
 * `data` is the payload as parsed JSON, not yet validated: `decodeEvent` does that.
 */
export interface EventRecord {
  /** UUID, fixed when the event is appended; the same on every redelivery. */
  readonly id: string;
  /** Dotted name, for example `shipment.created`. */
  readonly type: string;
  readonly schemaVersion: number;
  readonly tenantId: string;
  /** The aggregate's id (shipment, tenant, API key...). */
  readonly streamId: string;
  /** 1, 2, 3... per stream, without gap. */
  readonly version: number;
  /** 0-63, a stable hash of the stream id; equals the Kafka partition. */
  readonly part: number;
  /** 1, 2, 3... per part, without gap. */
  readonly pos: number;
  /** When it happened, ISO 8601 UTC with milliseconds. */
  readonly occurredAt: string;
  /** When it was appended, ISO 8601 UTC with milliseconds. */
  readonly recordedAt: string;
  readonly actor: Actor;
  /** W3C trace context of the command, null when none came with it. */
  readonly traceparent: string | null;
  readonly data: unknown;
}

/** Who caused an event. Ids only: names and addresses are not part of the log's envelope. */
export interface Actor {
  readonly kind: "user" | "import" | "simulator" | "system" | "command_line";
  /** User id, import id... null for the system itself. */
  readonly id: string | null;
}
