import type { Queryable } from "@shipment-tracking/postgres";
import type { RelayPosition } from "./relay-position.ts";

export interface Move {
  readonly from: RelayPosition;
  readonly to: RelayPosition;
}

/**
 * Compare-and-set: a row moves only while it is as `from` says, and never to a lower epoch, so that the late word of a relay
 * that lost the part changes nothing. Returns the parts that moved.
 */
export async function moveRelayPositions(
  db: Queryable,
  moves: readonly Move[],
  options: { readonly published: boolean },
): Promise<readonly number[]> {
  const from = moves.map((move) => move.from);
  const to = moves.map((move) => move.to);
  const { rows } = await db.query<{ readonly part: number }>({
    name: "move_relay_positions",
    text: `
      with moves as materialized (
        select
          moves.part, moves.from_pos, moves.from_epoch, moves.from_topic, moves.from_log_id, moves.from_offset,
          moves.pos, moves.epoch, moves.topic, moves.log_id, moves.topic_offset
        from unnest(
          $1::smallint[], $2::bigint[], $3::bigint[], $4::text[], $5::uuid[], $6::bigint[],
          $7::bigint[], $8::bigint[], $9::text[], $10::uuid[], $11::bigint[]
        ) as moves (
          part, from_pos, from_epoch, from_topic, from_log_id, from_offset,
          pos, epoch, topic, log_id, topic_offset
        )
      ),
      -- in part order, or two relays that hand parts over could lock each other out
      locked as materialized (
        select positions.part
        from write.relay_positions as positions
        where positions.part = any ($1::smallint[])
        order by positions.part
        for update
      )
      update write.relay_positions as positions
      set
        pos = moves.pos,
        epoch = moves.epoch,
        topic = moves.topic,
        log_id = moves.log_id,
        topic_offset = moves.topic_offset,
        published_at = case when $12::boolean then now() else positions.published_at end
      from locked
      join moves on moves.part = locked.part
      where positions.part = locked.part
        and positions.pos = moves.from_pos
        and positions.epoch = moves.from_epoch
        and positions.epoch <= moves.epoch
        and positions.topic = moves.from_topic
        and positions.log_id = moves.from_log_id
        and positions.topic_offset is not distinct from moves.from_offset
      returning positions.part`,
    values: [...columnsOf(from, "with part"), ...columnsOf(to), options.published],
  });
  return rows.map((row) => row.part);
}

function columnsOf(positions: readonly RelayPosition[], withPart?: "with part"): unknown[] {
  return [
    ...(withPart === undefined ? [] : [positions.map(({ part }) => part)]),
    positions.map(({ pos }) => pos),
    positions.map(({ epoch }) => epoch),
    positions.map(({ topic }) => topic),
    positions.map(({ logId }) => logId),
    positions.map(({ topicOffset }) => topicOffset),
  ];
}
