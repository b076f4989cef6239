import type { Queryable } from "@shipment-tracking/postgres";
import { findApiKeys, type FoundApiKey } from "@shipment-tracking/read-model";
import { createBatcher } from "../reading/batcher.ts";

/** Looks up the SHA-256 (64 hex digits) of a key; null when it opens nothing now. */
export type KeyFinder = (keyHash: string) => Promise<FoundApiKey | null>;

/** One statement looks for all requests that wait, each sent after they arrived: revocation shows at once. */
export function createKeyFinder(db: Queryable): KeyFinder {
  return createBatcher<string, FoundApiKey | null>({
    run: async (hashes) => {
      const found = await findApiKeys(db, [...new Set(hashes)]);
      return hashes.map((hash) => found.get(hash) ?? null);
    },
    maxBatch: 256,
    maxInFlight: 2,
    longestWaitMs: 2_000,
  });
}
