import type { Logger } from "@shipment-tracking/runtime";

export interface TroubleLog {
  met(error: unknown): void;
  /** Something that needs both the brokers and the database went well. */
  over(): void;
}

/** Tells of a lasting trouble at its beginning, then every `everyMs` (default 30,000) and at its end, however often it is met. */
export function createTroubleLog(
  log: Pick<Logger, "warn" | "info">,
  { everyMs = 30_000, now = () => performance.now() } = {},
): TroubleLog {
  let since: number | null = null;
  let toldAt = 0;
  let untold = 0;
  return {
    met(err) {
      since ??= now();
      if (toldAt > 0 && now() - toldAt < everyMs) {
        untold += 1;
        return;
      }
      log.warn({ err, repeated: untold }, "the log cannot be published, it will be tried again");
      toldAt = now();
      untold = 0;
    },
    over() {
      if (since === null) return;
      log.info({ ms: Math.round(now() - since) }, "the log is published again");
      since = null;
    },
  };
}
