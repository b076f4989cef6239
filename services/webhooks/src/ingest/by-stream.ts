import type { EventRecord } from "@shipment-tracking/contracts";

/** The records of each stream, streams and records in the order in which they came; no list is empty. */
export function byStream(
  records: readonly EventRecord[],
): ReadonlyMap<string, readonly [EventRecord, ...EventRecord[]]> {
  const streams = new Map<string, [EventRecord, ...EventRecord[]]>();
  for (const record of records) {
    const known = streams.get(record.streamId);
    if (known === undefined) streams.set(record.streamId, [record]);
    else known.push(record);
  }
  return streams;
}
