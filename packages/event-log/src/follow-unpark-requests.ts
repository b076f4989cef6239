import type { Queryable } from "@shipment-tracking/postgres";
import { backOffMs } from "./consumer/back-off.ts";
import { Pause } from "./consumer/pause.ts";
import { deleteUnparkRequest, readUnparkRequests } from "./unpark-requests.ts";

export interface FollowOptions {
  /** Where the log and the requests are. */
  readonly db: Queryable;
  readonly consumer: string;
  /** Tries the stream again; safe to call for one that is not parked, and by several members at once. */
  unpark(streamId: string): Promise<void>;
  /** A request that could not be done; it is tried again. Must not throw. */
  onError(error: unknown): void;
}

/** A person waits for it; one look is one small query. */
const everyMs = 500;

/** Does what people ask for in the console (`requestUnpark`), until stopped. A request that is under way when the process ends is done again. */
export function followUnparkRequests(options: FollowOptions): { stop(): Promise<void> } {
  const pause = new Pause();
  let stopped = false;
  const running = (async () => {
    let failures = 0;
    while (!stopped) {
      try {
        await doRequests(options, () => stopped);
        failures = 0;
      } catch (error) {
        failures += 1;
        options.onError(error);
      }
      await pause.sleep(failures === 0 ? everyMs : everyMs + backOffMs(failures, Math.random()));
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      pause.wake();
      await running;
    },
  };
}

async function doRequests(
  { db, consumer, unpark }: FollowOptions,
  isStopped: () => boolean,
): Promise<void> {
  for (const streamId of await readUnparkRequests(db, consumer)) {
    if (isStopped()) return;
    await unpark(streamId);
    await deleteUnparkRequest(db, consumer, streamId);
  }
}
