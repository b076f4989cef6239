import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { unparkStreamIn } from "../apply/unpark-stream.ts";
import { projectorConsumer } from "../apply/target.ts";
import type { LogSource } from "./log-source.ts";
import { RebuildRefused } from "./rebuild-refused.ts";
import { transactionsOn, redirected, type GenerationSchema } from "./redirected.ts";

/** Refuses when a stream waits earlier in the candidate than in the live tables: whoever reads it would see it go back. */
export async function refuseNewlyParked(tx: Queryable, candidate: GenerationSchema): Promise<void> {
  const { rows } = await tx.query<{ stream_id: string; part: number; pos: number; error: string }>({
    text: `
select parked.stream_id, parked.part, parked.pos, parked.error
from ${candidate}.parked_streams as parked
join read.positions as live on live.consumer = parked.consumer and live.part = parked.part
left join read.parked_streams as known
  on known.consumer = parked.consumer and known.stream_id = parked.stream_id
where parked.consumer = $1
and parked.pos <= live.pos
and (known.stream_id is null or known.pos > parked.pos)
order by parked.part, parked.pos`,
    values: [projectorConsumer],
  });
  const [first] = rows;
  if (first === undefined) return;
  const where = `${String(first.part)}.${String(first.pos)}`;
  const others = rows.length === 1 ? "" : ` and ${String(rows.length - 1)} more`;
  throw new RebuildRefused(
    `${first.stream_id} (at ${where}: ${first.error})${others} would go back: its event is applied in the live read tables and cannot be applied by this version. The live tables stay. \`--accept-parked\` switches all the same.`,
  );
}

/** Applies what waits in a generation again: its cause may be gone since. */
export async function unparkAll(
  pool: Pool,
  schema: GenerationSchema,
  log: LogSource,
): Promise<void> {
  const { rows } = await redirected(pool, schema).query<{ stream_id: string }>({
    text: `
select parked_streams.stream_id
from read.parked_streams
where parked_streams.consumer = $1`,
    values: [projectorConsumer],
  });
  const readStream = (id: string) => log.stream(id);
  for (const { stream_id: streamId } of rows) {
    await unparkStreamIn(transactionsOn(pool, schema), { streamId, readStream });
  }
}
