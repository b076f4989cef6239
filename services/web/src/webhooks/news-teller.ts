import { setTimeout as delay } from "node:timers/promises";
import { type TellContext, tellNext } from "./tell-disabled.ts";

export interface NewsTeller {
  start(): void;
  /** Resolves when the mail that is under way has ended. */
  stop(): Promise<void>;
}

const usualMs = 10_000;

/** Looks for endpoints that were disabled and tells their tenants, at once and then every `everyMs`. Any number of processes may. */
export function createNewsTeller(web: TellContext, everyMs: number = usualMs): NewsTeller {
  const stopping = new AbortController();
  let finished: Promise<void> | undefined;
  return {
    start: () => {
      finished ??= tell(web, everyMs, stopping.signal);
    },
    stop: async () => {
      stopping.abort();
      await finished;
    },
  };
}

async function tell(web: TellContext, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await tellNext(web, signal)) continue;
    } catch (error) {
      web.log.warn({ err: error }, "news of disabled webhook endpoints waits for the database");
    }
    await delay(everyMs, undefined, { signal }).catch(() => {
      // stopping ends the pause
    });
  }
}
