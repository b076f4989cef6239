import type { Queryable } from "@shipment-tracking/postgres";
import type { Target } from "./target.ts";

/** What a consumer has applied, and what it had to set aside. */
export interface ConsumerState {
  /** Last applied position per part; parts without one are absent. */
  readonly positions: ReadonlyMap<number, number>;
  readonly parkedStreams: number;
}

/** One statement, in one snapshot: for metrics. */
export async function readConsumerState(
  db: Queryable,
  { consumer }: Target,
): Promise<ConsumerState> {
  const { rows } = await db.query<{ part: number | null; n: number }>({
    name: "read_consumer_state",
    text: readConsumerStateText,
    values: [consumer],
  });
  return {
    positions: new Map(rows.flatMap(({ part, n }) => (part === null ? [] : [[part, n] as const]))),
    parkedStreams: rows.find(({ part }) => part === null)?.n ?? 0,
  };
}

const readConsumerStateText = `
select positions.part, positions.pos as n
from read.positions
where positions.consumer = $1
union all
select null, count(*)
from read.parked_streams
where parked_streams.consumer = $1`;
