import { readLag } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import { projectorConsumer, readConsumerState } from "@shipment-tracking/read-model";
import type { ConsumerLag } from "@shipment-tracking/runtime";

export interface ProjectorDatabases {
  /** Where the read tables and their positions are. */
  readonly read: Queryable;
  /** Where the log is; the same one unless the two were parted. */
  readonly log: Queryable;
}

/** How far the read tables are behind the log, and what the projector set aside: two statements. */
export async function readProjectorLag({ read, log }: ProjectorDatabases): Promise<ConsumerLag> {
  const { positions, parkedStreams } = await readConsumerState(read, {
    consumer: projectorConsumer,
  });
  return { ...(await readLag(log, positions)), parkedStreams };
}
