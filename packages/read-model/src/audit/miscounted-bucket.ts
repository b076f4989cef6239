import { shipmentStatuses } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { columnOf, countColumns, type BucketTable } from "../buckets/bucket-columns.ts";

export interface MiscountedBucket {
  readonly table: BucketTable;
  readonly tenantId: string;
  /** Bound of the bucket. */
  readonly bound: string;
}

/**
 * The first bucket or sum of buckets that does not count the rows that lie in it, for each status and for all; null when all do. A newest bucket has no upper
 * bound and an oldest no lower one, so that right buckets count every row.
 */
export async function findMiscountedBucket(db: Queryable): Promise<MiscountedBucket | null> {
  for (const table of ["shipment_buckets", "shipment_super_buckets"] as const) {
    const { rows } = await db.query<Omit<MiscountedBucket, "table">>({ text: textOf(table) });
    const [first] = rows;
    if (first !== undefined) return { table, ...first };
  }
  return null;
}

function textOf(table: BucketTable): string {
  const list = (of: string): string => countColumns.map((column) => `${of}.${column}`).join(", ");
  return `
with bounded as (
  select ${table}.*,
    lead(${table}.till_at, 1, '-infinity') over newest_first as floor_at,
    lead(${table}.till_id, 1, '00000000-0000-0000-0000-000000000000') over newest_first as floor_id,
    row_number() over newest_first as place
  from read.${table}
  window newest_first as (
    partition by ${table}.tenant_id
    order by ${table}.till_at desc, ${table}.till_id desc
  )
)
select bounded.tenant_id as "tenantId", bounded.till_at::text as bound
from bounded
cross join lateral (
  select count(*) as n,
    ${shipmentStatuses.map((status) => `count(*) filter (where shipments.status = '${status}') as ${columnOf(status)}`).join(",\n    ")}
  from read.shipments
  where shipments.tenant_id = bounded.tenant_id
  and (shipments.created_at, shipments.id) <= (bounded.till_at, bounded.till_id)
  and (shipments.created_at, shipments.id) > (bounded.floor_at, bounded.floor_id)
) as actual
where (${list("bounded")}) is distinct from (${list("actual")})
or (bounded.place = 1 and bounded.till_at <> 'infinity')
order by bounded.tenant_id, bounded.till_at
limit 1`;
}
