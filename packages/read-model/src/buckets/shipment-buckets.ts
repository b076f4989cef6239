import { allAnswers, type Queryable } from "@shipment-tracking/postgres";
import { type BucketTable, fullBucket } from "./bucket-columns.ts";
import {
  checkBucketsText,
  deleteText,
  insertTopText,
  moveText,
  spreadText,
} from "./bucket-texts.ts";

/** A shipment's row that came (`before` null) or changed its status. */
export interface ShipmentMove {
  readonly tenantId: string;
  readonly shipmentId: string;
  readonly createdAt: string;
  readonly before: string | null;
  readonly after: string;
}

/**
 * Brings the buckets up to date with rows and counters that are written already. The caller's transaction holds the tenants' rows: nobody else changes
 * these tenants' rows or buckets. Buckets that do not count as many rows as the tenant has are made anew.
 */
export async function moveBuckets(db: Queryable, moves: readonly ShipmentMove[]): Promise<void> {
  const real = moves.filter(({ before, after }) => before !== after);
  if (real.length === 0) return;
  const added = new Map<string, number>();
  for (const { tenantId, before } of real) {
    added.set(tenantId, (added.get(tenantId) ?? 0) + (before === null ? 1 : 0));
  }
  const checked = await checkBuckets(db, [...added.keys()]);
  const isRight = ({ tenantId, rows, grouped }: Checked): boolean =>
    grouped !== null && grouped + (added.get(tenantId) ?? 0) === rows;
  const kept = new Set(checked.filter(isRight).map(({ tenantId }) => tenantId));
  await countMoves(
    db,
    real.filter(({ tenantId }) => kept.has(tenantId)),
  );
  const wrong = checked.filter((one) => !isRight(one));
  await makeBuckets(
    db,
    wrong.map(({ tenantId }) => tenantId),
  );
}

/** Makes the buckets of all tenants that need them anew, from the rows and the counters. */
export async function remakeBuckets(db: Queryable): Promise<void> {
  for (const table of tables) await db.query({ text: `delete from read.${table}` });
  const { rows } = await db.query<{ tenantId: string }>({
    text: `
select shipment_counts.tenant_id as "tenantId"
from read.shipment_counts
group by shipment_counts.tenant_id
having sum(shipment_counts.n) > $1`,
    values: [fullBucket],
  });
  await makeBuckets(
    db,
    rows.map((row) => row.tenantId),
  );
}

interface Checked {
  readonly tenantId: string;
  readonly rows: number;
  /** Null without buckets. */
  readonly grouped: number | null;
}

async function checkBuckets(
  db: Queryable,
  tenantIds: readonly string[],
): Promise<readonly Checked[]> {
  const { rows } = await db.query<Checked>({
    name: "check_shipment_buckets",
    text: checkBucketsText,
    values: [tenantIds, fullBucket],
  });
  return rows;
}

/** A bucket, as a statement returns it. */
interface Bucket {
  readonly tenantId: string;
  readonly tillAt: string;
  readonly tillId: string;
  readonly n: number;
}

async function countMoves(db: Queryable, moves: readonly ShipmentMove[]): Promise<void> {
  if (moves.length === 0) return;
  const values = [
    moves.map((move) => move.tenantId),
    moves.map((move) => move.createdAt),
    moves.map((move) => move.shipmentId),
    moves.map((move) => move.before),
    moves.map((move) => move.after),
  ];
  const [{ rows }] = await allAnswers([
    db.query<Bucket>({ ...texts.shipment_buckets.move, values }),
    db.query({ ...texts.shipment_super_buckets.move, values }),
  ]);
  await spread(
    db,
    rows.filter(({ n }) => n > fullBucket),
  );
}

async function makeBuckets(db: Queryable, tenantIds: readonly string[]): Promise<void> {
  if (tenantIds.length === 0) return;
  // once for a list that was long before it had buckets: 3 s for 200,000 rows (seen at a load of 18), and the projector's statements are given 5 s
  const limit = await changeStatementTimeout(db, "10min");
  for (const table of tables) {
    await db.query({ text: deleteText(table), values: [tenantIds] });
    await db.query({ text: insertTopText(table), values: [tenantIds] });
  }
  await spread(
    db,
    tenantIds.map((tenantId) => ({ tenantId, tillAt: "infinity", tillId: topId, n: 0 })),
  );
  await changeStatementTimeout(db, limit);
}

/** For the rest of the transaction; returns what it was. */
async function changeStatementTimeout(db: Queryable, limit: string): Promise<string> {
  const { rows } = await db.query<{ readonly before: string }>({
    text: `
      with before as materialized (select current_setting('statement_timeout') as value)
      select before.value as before, set_config('statement_timeout', $1, true) as after
      from before`,
    values: [limit],
  });
  return rows[0]?.before ?? "0";
}

const topId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Divides the buckets, then what sums them up. */
async function spread(db: Queryable, full: readonly Bucket[]): Promise<void> {
  if (full.length === 0) return;
  for (const table of tables) await db.query({ ...texts[table].spread, values: keysOf(full) });
}

function keysOf(buckets: readonly Bucket[]): unknown[] {
  return [
    buckets.map((bucket) => bucket.tenantId),
    buckets.map((bucket) => bucket.tillAt),
    buckets.map((bucket) => bucket.tillId),
  ];
}

const tables = ["shipment_buckets", "shipment_super_buckets"] as const;

const textsOf = (table: BucketTable) => ({
  move: { name: `move_${table}`, text: moveText(table) },
  spread: { name: `spread_${table}`, text: spreadText(table) },
});
const texts = {
  shipment_buckets: textsOf("shipment_buckets"),
  shipment_super_buckets: textsOf("shipment_super_buckets"),
};
