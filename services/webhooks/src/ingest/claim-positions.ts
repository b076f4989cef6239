import { type PartBatch, Superseded } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";

/** Last ingested position per part; parts that were never seen have 0. */
export async function readPositions(
  db: Queryable,
  parts: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ readonly part: number; readonly pos: number }>({
    name: "read_webhook_positions",
    text: `
      select positions.part, positions.pos
      from hooks.positions
      where positions.part = any ($1::smallint[])`,
    values: [parts],
  });
  const known = new Map(rows.map((row) => [row.part, row.pos]));
  return new Map(parts.map((part) => [part, known.get(part) ?? 0]));
}

/**
 * First statement of an ingest: moves each part's position to the batch's end when the batch continues where the part stands and
 * no later owner was there. Returns where each part stood. Throws `Superseded` otherwise.
 */
export async function claimPositions(
  tx: Queryable,
  batches: readonly PartBatch[],
): Promise<ReadonlyMap<number, number>> {
  const claimed = await advancePositions(tx, batches);
  if (claimed.size === batches.length) return claimed;
  // a part seen for the first time has no row to lock
  const missing = batches.filter((batch) => !claimed.has(batch.part));
  await createPositions(
    tx,
    missing.map((batch) => batch.part),
  );
  const late = await advancePositions(tx, missing);
  const refused = missing.filter((batch) => !late.has(batch.part));
  if (refused.length > 0) throw new Superseded(refused.map((batch) => batch.part));
  return new Map([...claimed, ...late]);
}

async function createPositions(db: Queryable, parts: readonly number[]): Promise<void> {
  await db.query({
    text: `
      insert into hooks.positions (part)
      select wanted.part
      from unnest($1::smallint[]) as wanted (part)
      order by wanted.part
      on conflict (part) do nothing`,
    values: [parts],
  });
}

async function advancePositions(
  db: Queryable,
  batches: readonly PartBatch[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ readonly part: number; readonly pos_before: number }>({
    name: "advance_webhook_positions",
    // locked in part order: two members with overlapping parts wait for each other
    text: `
      with standing as materialized (
        select positions.part, positions.pos, positions.epoch
        from hooks.positions
        where positions.part = any ($1::smallint[])
        order by positions.part
        for update
      )
      update hooks.positions
      set pos = greatest(standing.pos, claim.last_pos),
        epoch = claim.epoch,
        applied_at = now()
      from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[]) as claim (part, epoch, first_pos, last_pos)
      join standing on standing.part = claim.part
      where positions.part = claim.part
        and standing.pos >= claim.first_pos - 1
        and standing.epoch <= claim.epoch
      returning positions.part, standing.pos as pos_before`,
    values: [
      batches.map((batch) => batch.part),
      batches.map((batch) => batch.epoch),
      batches.map((batch) => batch.records[0]?.pos ?? 0),
      batches.map((batch) => batch.records.at(-1)?.pos ?? 0),
    ],
  });
  return new Map(rows.map((row) => [row.part, row.pos_before]));
}
