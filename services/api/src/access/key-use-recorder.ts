import type { Queryable } from "@shipment-tracking/postgres";
import type { Logger } from "@shipment-tracking/runtime";
import { upsertKeyUses } from "./upsert-key-uses.ts";

export interface KeyUseRecorder {
  /** Notes a use; never waits, never fails. */
  record(keyId: string): void;
  /** Writes what is noted and stops. */
  close(): Promise<void>;
}

export interface KeyUseRecorderOptions {
  /** A connection whose role may write the use of keys and nothing else. */
  readonly db: Queryable;
  readonly log: Logger;
  /** Pause between two writes, in ms. */
  readonly flushEveryMs?: number;
}

// decision: "last used (at most once a minute)"
const oncePerMs = 60_000;

/** Remembers when keys were used and writes it in batches, at most once a minute per key. */
export function createKeyUseRecorder(options: KeyUseRecorderOptions): KeyUseRecorder {
  const { db, log, flushEveryMs = 3_000 } = options;
  const notedAt = new Map<string, number>();
  const pending = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    const uses = new Map(pending);
    pending.clear();
    forgetOld(notedAt);
    if (uses.size === 0) return;
    try {
      const now = performance.now();
      await upsertKeyUses(db, {
        keyIds: [...uses.keys()],
        agesMs: [...uses.values()].map((usedAt) => Math.round(now - usedAt)),
      });
    } catch (error) {
      log.warn({ err: error, keys: uses.size }, "use of API keys not recorded, will retry");
      for (const [keyId, usedAt] of uses) {
        if (!pending.has(keyId)) pending.set(keyId, usedAt);
      }
    }
  }

  const timer = setInterval(() => {
    writing = writing.then(flush);
  }, flushEveryMs);
  timer.unref();

  return {
    record(keyId) {
      const now = performance.now();
      const last = notedAt.get(keyId);
      if (last !== undefined && now - last < oncePerMs) return;
      notedAt.set(keyId, now);
      pending.set(keyId, now);
    },
    async close() {
      clearInterval(timer);
      await writing;
      await flush();
    },
  };
}

function forgetOld(notedAt: Map<string, number>): void {
  const now = performance.now();
  for (const [keyId, at] of notedAt) {
    if (now - at >= oncePerMs) notedAt.delete(keyId);
  }
}
