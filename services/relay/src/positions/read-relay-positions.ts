import type { Queryable } from "@shipment-tracking/postgres";
import type { RelayPosition } from "./relay-position.ts";

interface RelayPositionRow {
  readonly part: number;
  readonly pos: number;
  readonly epoch: number;
  readonly topic: string;
  readonly log_id: string;
  readonly topic_offset: number | null;
}

/** The parts' positions; a part of which nothing was ever published has none. */
export async function readRelayPositions(
  db: Queryable,
  parts: readonly number[],
): Promise<readonly RelayPosition[]> {
  const { rows } = await db.query<RelayPositionRow>({
    name: "read_relay_positions",
    text: `
      select
        positions.part,
        positions.pos,
        positions.epoch,
        positions.topic,
        positions.log_id,
        positions.topic_offset
      from write.relay_positions as positions
      where positions.part = any ($1::smallint[])
      order by positions.part`,
    values: [parts],
  });
  return rows.map(({ log_id: logId, topic_offset: topicOffset, ...row }) => ({
    ...row,
    logId,
    topicOffset,
  }));
}
