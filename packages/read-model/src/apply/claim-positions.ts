import type { EventRecord } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";
import { createPositions } from "./positions.ts";
import { SupersededError } from "./superseded-error.ts";
import type { Target } from "./target.ts";

/** Consecutive records of one part, ascending by `pos`; the same shape as the event log's. */
export interface DeliveredBatch {
  readonly part: number;
  /** Fencing number of the part's assignment. */
  readonly epoch: number;
  readonly records: readonly EventRecord[];
}

export interface ClaimedPositions {
  /** Where each part stood. */
  readonly before: ReadonlyMap<number, number>;
  /** All parts were held from the first statement on: what was sent right behind it was answered under their locks. */
  readonly atOnce: boolean;
}

/**
 * First statement of a delivery: advances the position of each part to the batch's end if the batch continues where the part stands
 * (or overlaps it) and no newer owner was there. Throws `SupersededError` otherwise.
 */
export async function claimPositions(
  tx: Queryable,
  target: Target,
  batches: readonly DeliveredBatch[],
): Promise<ClaimedPositions> {
  const claims = batches.map(toClaim);
  const claimed = await advancePositions(tx, target, claims);
  if (claimed.size === claims.length) return { before: claimed, atOnce: true };

  // a part seen for the first time has no row; where all rows exist this changes nothing
  const refused = claims.filter((claim) => !claimed.has(claim.part));
  await createPositions(tx, target, refused.map(partOf));
  const late = await advancePositions(tx, target, refused);
  if (late.size < refused.length) {
    throw new SupersededError(refused.map(partOf).filter((part) => !late.has(part)));
  }
  return { before: new Map([...claimed, ...late]), atOnce: false };
}

interface Claim {
  readonly part: number;
  readonly epoch: number;
  readonly firstPos: number;
  readonly lastPos: number;
}

function toClaim(batch: DeliveredBatch): Claim {
  const { part, epoch, records } = batch;
  const firstPos = records[0]?.pos ?? 0;
  const dense = records.every((record, at) => record.pos === firstPos + at && record.part === part);
  if (records.length === 0 || !dense) {
    // a fault of the engine: going on would skip events
    throw new RangeError(`Records of part ${String(part)} are not consecutive`);
  }
  return { part, epoch, firstPos, lastPos: firstPos + records.length - 1 };
}

function partOf(claim: Claim): number {
  return claim.part;
}

async function advancePositions(
  tx: Queryable,
  target: Target,
  claims: readonly Claim[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await tx.query<{ part: number; pos_before: number }>({
    name: "advance_positions",
    text: advancePositionsText,
    values: [
      target.consumer,
      claims.map(partOf),
      claims.map((claim) => claim.epoch),
      claims.map((claim) => claim.firstPos),
      claims.map((claim) => claim.lastPos),
    ],
  });
  return new Map(rows.map((row) => [row.part, row.pos_before]));
}

// the rows are locked in part order: two members with overlapping parts wait for each other instead of deadlocking
const advancePositionsText = `
with standing as materialized (
  select positions.part, positions.pos, positions.epoch
  from read.positions
  where positions.consumer = $1
  and positions.part = any($2::smallint[])
  order by positions.part
  for update
)
update read.positions
set
  pos = greatest(standing.pos, claim.last_pos),
  epoch = claim.epoch,
  applied_at = now()
from unnest($2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[]) as claim (part, epoch, first_pos, last_pos)
join standing on standing.part = claim.part
where positions.consumer = $1
and positions.part = claim.part
and standing.pos >= claim.first_pos - 1
and standing.epoch <= claim.epoch
returning positions.part, standing.pos as pos_before`;
