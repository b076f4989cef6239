import { Pause } from "@shipment-tracking/event-log";
import type { Pool } from "@shipment-tracking/postgres";
import type { Logger } from "@shipment-tracking/runtime";
import { dropPartitions, makePartitions } from "./day-partitions.ts";
import { expireBacklog } from "./expire-backlog.ts";

const quarterOfAnHourMs = 15 * 60_000;

/** Makes the coming days' tables before anything is written, and from then on keeps house every quarter of an hour. Days are the database's, in UTC. */
export async function startRetention(options: {
  readonly pool: Pool;
  readonly days: number;
  readonly log: Logger;
  /** Default: a quarter of an hour. */
  readonly everyMs?: number;
}): Promise<{ stop(): Promise<void> }> {
  const { pool, log, everyMs = quarterOfAnHourMs } = options;
  const pause = new Pause();
  let stopping = false;
  const keepHouse = async (): Promise<void> => {
    try {
      await makePartitions(pool);
      const expired = await expireBacklog(pool);
      const dropped = await dropPartitions(pool, options.days);
      if (expired > 0) log.info({ expired }, "webhook deliveries gave up after a week");
      if (dropped.length > 0) log.info({ dropped }, "old webhook messages and attempts dropped");
    } catch (err) {
      log.warn({ err }, "keeping house of webhooks failed, it will be tried again");
    }
  };
  await keepHouse();
  const run = async (): Promise<void> => {
    while (!stopping) {
      await pause.sleep(everyMs);
      if (!stopping) await keepHouse();
    }
  };
  const loop = run();
  return {
    stop: async () => {
      stopping = true;
      pause.wake();
      await loop;
    },
  };
}
