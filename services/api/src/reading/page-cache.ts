import type { Stamp } from "@shipment-tracking/read-model";

/** A finished answer and what it shows. */
export interface StampedAnswer {
  readonly body: Buffer;
  /** Strong entity tag of the body's bytes. */
  readonly tag: string;
  /** Of a page: whether rows follow after it. */
  readonly hasNext: boolean;
  /** Null when the read tables do not know the tenant. */
  readonly stamp: Stamp | null;
}

export interface PageCache {
  get(key: string): StampedAnswer | undefined;
  /** Keeps an answer in place of the key's former one; those not used for longest make room. */
  put(key: string, answer: StampedAnswer): void;
  /** What is kept, in bytes, never above the bound. */
  bytes(): number;
}

/** What an entry takes beside its text: buffer, objects, the map's share. */
const overheadBytes = 512;

/** Answers by key, as many as fit in the bytes; 0 keeps none. Knows nothing of freshness. */
export function createPageCache(maxBytes: number): PageCache {
  // a Map keeps the order of insertion: the first is the one not used for longest
  const entries = new Map<string, StampedAnswer>();
  let bytes = 0;

  function remove(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    bytes -= sizeOf(key, entry);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    put(key, answer) {
      remove(key);
      const size = sizeOf(key, answer);
      if (size > maxBytes) return;
      entries.set(key, answer);
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
    bytes: () => bytes,
  };
}

function sizeOf(key: string, { body }: StampedAnswer): number {
  return body.length + key.length + overheadBytes;
}
