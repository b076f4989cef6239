import {
  decodeEvent,
  UndecodableEvent,
  type DecodedEvent,
  type EventRecord,
} from "@shipment-tracking/contracts";

/** Records of one stream in order, cut before the first one that cannot be decoded. */
export interface StreamWork {
  readonly streamId: string;
  readonly events: readonly DecodedEvent[];
  /** The record that ends the stream's work, null when all were decoded. */
  readonly poison: Poison | null;
  /** Records after the poison; they wait in the log. */
  readonly waiting: number;
}

/** Why a stream must be parked, and at which record. */
export interface Poison {
  readonly record: EventRecord;
  readonly error: string;
}

/** Decodes the records and groups them by stream, keeping their order (a stream lives in one part). */
export function groupStreams(records: readonly EventRecord[]): readonly StreamWork[] {
  const byStream = new Map<string, EventRecord[]>();
  for (const record of records) {
    const known = byStream.get(record.streamId);
    if (known === undefined) byStream.set(record.streamId, [record]);
    else known.push(record);
  }
  return [...byStream].map(([streamId, ofStream]) => decodeStream(streamId, ofStream));
}

function decodeStream(streamId: string, records: readonly EventRecord[]): StreamWork {
  const events: DecodedEvent[] = [];
  for (const record of records) {
    try {
      events.push(decodeEvent(record));
    } catch (error) {
      if (!(error instanceof UndecodableEvent)) throw error;
      const poison = { record, error: error.message };
      return { streamId, events, poison, waiting: records.length - events.length - 1 };
    }
  }
  return { streamId, events, poison: null, waiting: 0 };
}
