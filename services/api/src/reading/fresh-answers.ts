import { bytesOf, type RowText } from "@shipment-tracking/postgres";
import type { Stamp } from "@shipment-tracking/read-model";
import { entityTag } from "../answers/entity-tag.ts";
import { createPageCache, type StampedAnswer } from "./page-cache.ts";

/** An answer as it was read, in one snapshot with its stamp. */
export interface ReadAnswer {
  readonly json: RowText;
  readonly hasNext?: boolean;
  readonly stamp: Stamp | null;
}

export interface FreshRequest {
  /** Names tenant and answer: no two answers share a key. */
  readonly key: string;
  /** How the tenant's tables stood after the request arrived: the answer shows this or later. */
  readonly since: Stamp;
  /** Whether the answer changes when a day ends (UTC). */
  readonly daily?: boolean;
  /** Reads the answer, or has it; null when there is none. */
  read(): MaybePromise<ReadAnswer | null>;
  /** Whether the answer is worth keeping. */
  keep?(answer: ReadAnswer): boolean;
}

type MaybePromise<T> = T | Promise<T>;

export interface FreshAnswers {
  /** The answer, never older than `since`; null when there is none. At once when it need not be waited for. */
  get(request: FreshRequest): MaybePromise<StampedAnswer | null>;
  /** What is kept, in bytes. */
  bytes(): number;
}

/**
 * Keeps answers and gives one away only to a request whose own look at the tenant's version, made after it arrived, says that it still holds: an
 * answer is never older than the read tables were when its request arrived, whichever process wrote or read them.
 */
export function createFreshAnswers(maxBytes: number): FreshAnswers {
  const cache = createPageCache(maxBytes);
  const running = new Map<string, Promise<StampedAnswer | null>>();

  function take(request: FreshRequest, found: ReadAnswer | null): StampedAnswer | null {
    if (found === null) return null;
    const body = bytesOf(found.json);
    const { hasNext = false, stamp } = found;
    const answer = { body, tag: entityTag(body), hasNext, stamp };
    const former = cache.get(request.key);
    const isNews = former === undefined || !isLater(former.stamp, stamp);
    if (stamp !== null && isNews && request.keep?.(found) !== false) cache.put(request.key, answer);
    return answer;
  }

  /** Several requests for one answer cost one read. */
  function startReading(request: FreshRequest): MaybePromise<StampedAnswer | null> {
    const found = request.read();
    if (!(found instanceof Promise)) return take(request, found);
    const reading = found
      .then((answer) => take(request, answer))
      .finally(() => {
        if (running.get(request.key) === reading) running.delete(request.key);
      });
    running.set(request.key, reading);
    return reading;
  }

  async function join(
    former: Promise<StampedAnswer | null>,
    request: FreshRequest,
  ): Promise<StampedAnswer | null> {
    // it may have begun before this request arrived: its stamp tells whether it will do
    const shared = await former.catch(() => null);
    if (shared !== null && holds(shared.stamp, request)) return shared;
    const later = running.get(request.key);
    return later === undefined || later === former ? startReading(request) : later;
  }

  return {
    get(request) {
      const kept = cache.get(request.key);
      if (kept !== undefined && holds(kept.stamp, request)) return kept;
      const former = running.get(request.key);
      return former === undefined ? startReading(request) : join(former, request);
    },
    bytes: () => cache.bytes(),
  };
}

/** Later than `since` is as good: it was read after the request arrived too, since versions only grow. */
function holds(stamp: Stamp | null, { since, daily = false }: FreshRequest): boolean {
  if (stamp === null || stamp.generation !== since.generation) return false;
  return stamp.version >= since.version && (!daily || stamp.day === since.day);
}

function isLater(stamp: Stamp | null, than: Stamp | null): boolean {
  if (stamp === null || than === null || stamp.generation !== than.generation) return false;
  return stamp.version > than.version;
}
