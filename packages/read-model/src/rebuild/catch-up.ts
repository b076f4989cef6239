import type { EventRecord } from "@shipment-tracking/contracts";
import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { applyDeliveryIn } from "../apply/apply-delivery.ts";
import type { DeliveredBatch } from "../apply/claim-positions.ts";
import { projectorConsumer } from "../apply/target.ts";
import type { LogSource } from "./log-source.ts";
import { redirected, transactionsOn, type GenerationSchema } from "./redirected.ts";

export interface Standing {
  readonly pos: number;
  readonly epoch: number;
}

/** Where the projector's parts stand in a generation; parts without a row are absent. */
export async function readStanding(
  db: Queryable,
  schema: GenerationSchema,
): Promise<ReadonlyMap<number, Standing>> {
  const { rows } = await redirected(db, schema).query<Standing & { part: number }>({
    text: `
select positions.part, positions.pos, positions.epoch
from read.positions
where positions.consumer = $1`,
    values: [projectorConsumer],
  });
  return new Map(rows.map((row) => [row.part, row]));
}

/** How many events lie between a generation and the positions. */
export function countBehind(
  standing: ReadonlyMap<number, Standing>,
  target: ReadonlyMap<number, number>,
): number {
  return [...target].reduce(
    (sum, [part, pos]) => sum + Math.max(pos - (standing.get(part)?.pos ?? 0), 0),
    0,
  );
}

/** Applies the events up to the positions, as the projector would, to a generation that nobody else writes. Returns how many it applied. */
export async function catchUp(
  pool: Pool,
  work: {
    readonly schema: GenerationSchema;
    readonly log: LogSource;
    readonly target: ReadonlyMap<number, number>;
    readonly onEvents?: (events: number) => void;
  },
): Promise<number> {
  const transact = transactionsOn(pool, work.schema);
  const standing = new Map(await readStanding(pool, work.schema));
  let total = 0;
  for (;;) {
    const batches = await nextBatches(work, standing);
    if (batches.length === 0) return total;
    await applyDeliveryIn(transact, { consumer: projectorConsumer, batches });
    for (const { part, epoch, records } of batches) {
      standing.set(part, { pos: records.at(-1)?.pos ?? 0, epoch });
      work.onEvents?.(records.length);
      total += records.length;
    }
  }
}

async function nextBatches(
  work: { readonly log: LogSource; readonly target: ReadonlyMap<number, number> },
  standing: ReadonlyMap<number, Standing>,
): Promise<readonly DeliveredBatch[]> {
  const batches: DeliveredBatch[] = [];
  let room = maxRecords;
  for (const [part, target] of work.target) {
    const { pos, epoch } = standing.get(part) ?? { pos: 0, epoch: 0 };
    if (pos >= target || room <= 0) continue;
    const limit = Math.min(target - pos, room);
    const records: readonly EventRecord[] = await work.log.part(part, { afterPos: pos, limit });
    if (records.length === 0) {
      throw new Error(`The log has no event after position ${String(part)}.${String(pos)}`);
    }
    room -= records.length;
    batches.push({ part, epoch, records });
  }
  return batches;
}

const maxRecords = 1_000;
