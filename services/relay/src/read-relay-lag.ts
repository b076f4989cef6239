import { partCount, readLag, readLogIdentity } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import type { ConsumerLag } from "@shipment-tracking/runtime";
import { readRelayPositions } from "./positions/read-relay-positions.ts";

/** How far the topic is behind the log, part by part; what is in another topic, or of another log, does not count. */
export async function readRelayLag(db: Queryable, topic: string): Promise<ConsumerLag> {
  const positions = await readPublished(db, topic);
  return { ...(await readLag(db, positions)), parkedStreams: null };
}

/** Last position of each part that the brokers have acknowledged for this topic. `db`: of the relay's role, or the owner's. */
export async function readPublished(
  db: Queryable,
  topic: string,
): Promise<ReadonlyMap<number, number>> {
  const parts = Array.from({ length: partCount }, (_, part) => part);
  const logId = await readLogIdentity(db);
  const positions = await readRelayPositions(db, parts);
  const here = positions.filter((one) => one.topic === topic && one.logId === logId);
  return new Map(here.map(({ part, pos }) => [part, pos]));
}
