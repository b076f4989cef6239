import type { EventRecord } from "@shipment-tracking/contracts";
import type { OutgoingMessage } from "./record-codec.ts";

export interface Outgoing {
  readonly record: EventRecord;
  readonly message: OutgoingMessage;
}

/** Brokers refuse a batch of one partition above 1 MiB unless told otherwise. */
const maxPartBytes = 900_000;
const maxRequestBytes = 8_000_000;
/** Room for lengths, deltas and the like of one record. */
const overhead = 32;

/** In bytes, about: what turns out to be too large after all is sent in halves. */
export function sizeOf({ key, value, headers }: OutgoingMessage): number {
  let bytes = overhead + key.length + Buffer.byteLength(value);
  // ids, numbers and times: a byte for each character
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + 4;
  return bytes;
}

/**
 * Splits messages into requests that brokers take: order per part kept, under 900 kB a part and 8 MB in all. A message above
 * that is alone in its part's share of a request.
 */
export function toRequests(messages: readonly Outgoing[]): readonly (readonly Outgoing[])[] {
  const requests: Outgoing[][] = [];
  let request: Outgoing[] = [];
  let total = 0;
  let perPart = new Map<number, number>();
  for (const outgoing of messages) {
    const bytes = sizeOf(outgoing.message);
    const { partition } = outgoing.message;
    const before = perPart.get(partition) ?? 0;
    const isFull = before > 0 && before + bytes > maxPartBytes;
    if (isFull || (total > 0 && total + bytes > maxRequestBytes)) {
      requests.push(request);
      request = [];
      total = 0;
      perPart = new Map();
    }
    request.push(outgoing);
    total += bytes;
    perPart.set(partition, (perPart.get(partition) ?? 0) + bytes);
  }
  if (request.length > 0) requests.push(request);
  return requests;
}
