import type { Queryable } from "@shipment-tracking/postgres";
import { backOffMs } from "./consumer/back-off.ts";
import { Pause } from "./consumer/pause.ts";
import type { LogNews } from "./news/log-news.ts";
import { deleteUnparkRequest, readUnparkRequests } from "./unpark-requests.ts";

export interface FollowOptions {
  /** Where the log and the requests are. */
  readonly db: Queryable;
  readonly consumer: string;
  /** Whoever makes a request announces it. */
  readonly news: LogNews;
  /** Tries the stream again; safe to call for one that is not parked, and by several members at once. */
  unpark(streamId: string): Promise<void>;
  /** A request that could not be done; it is tried again. Must not throw. */
  onError(error: unknown): void;
}

/** A person waits for it; one look is one small query. Also after an announcement: those are of all that is written. */
const everyMs = 500;
/** What is added while announcements get through: such a look is for what nobody announced. */
const relaxedMs = 5_000;

/** Does what people ask for in the console (`requestUnpark`), until stopped. A request that is under way when the process ends is done again. */
export function followUnparkRequests(options: FollowOptions): { stop(): Promise<void> } {
  const { news } = options;
  const [between, untilNews] = [new Pause(), new Pause()];
  let stopped = false;
  const endNews = news.subscribe(() => {
    untilNews.wake();
  });
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
      const backOff = failures === 0 ? 0 : backOffMs(failures, Math.random());
      await between.sleep(everyMs + backOff);
      if (failures === 0 && news.isReliable()) await untilNews.sleep(relaxedMs);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      endNews();
      between.wake();
      untilNews.wake();
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
