import { shipmentStatuses } from "@shipment-tracking/domain";
import {
  bucketsInSuper,
  type BucketTable,
  columnOf,
  countColumns,
  rowsInBucket,
  topBound,
} from "./bucket-columns.ts";

/**
 * Of the tenants (`$1`), which had as many rows before this delivery added some (`$2`), those that have buckets or need them: rows now, and rows
 * that the buckets count.
 */
export const checkBucketsText = `
select tenant.tenant_id as "tenantId", counted.n as "rows", grouped.n as "grouped"
from unnest($1::uuid[]) as tenant (tenant_id)
cross join lateral (
  select sum(shipment_counts.n)::bigint as n
  from read.shipment_counts
  where shipment_counts.tenant_id = tenant.tenant_id
) as counted
cross join lateral (
  select sum(shipment_super_buckets.n)::bigint as n
  from read.shipment_super_buckets
  where shipment_super_buckets.tenant_id = tenant.tenant_id
) as grouped
where grouped.n is not null
or counted.n > $2::bigint`;

/**
 * Counts rows that came (`$4` null) or changed their status: tenants, bounds of the rows, statuses before and after. Returns what changed and how
 * much it holds.
 */
export function moveText(table: BucketTable): string {
  const sums = shipmentStatuses.map(
    (status) =>
      `sum((move.after = '${status}')::integer - (move.before is not distinct from '${status}')::integer) as ${columnOf(status)}`,
  );
  return `
with moved as (
  select move.tenant_id, holder.till_at, holder.till_id,
    sum((move.before is null)::integer) as n,
    ${sums.join(",\n    ")}
  from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[])
    as move (tenant_id, created_at, id, before, after)
  cross join lateral (${holderOf(table, "move.tenant_id", "move.created_at, move.id")}
  ) as holder
  group by move.tenant_id, holder.till_at, holder.till_id
)
update read.${table}
set ${countColumns.map((column) => `${column} = ${table}.${column} + moved.${column}`).join(", ")}
from moved
where ${table}.tenant_id = moved.tenant_id
and ${table}.till_at = moved.till_at
and ${table}.till_id = moved.till_id
returning ${keyOf(table)}, ${table}.n`;
}

/** Makes the one bucket of each of the tenants (`$1`), empty. */
export function insertTopText(table: BucketTable): string {
  return `
insert into read.${table} (tenant_id, till_at, till_id, ${countColumns.join(", ")})
select tenant.tenant_id, ${topBound.at}, ${topBound.id}, ${countColumns.map(() => "0").join(", ")}
from unnest($1::uuid[]) as tenant (tenant_id)`;
}

export function deleteText(table: BucketTable): string {
  return `
delete from read.${table}
where ${table}.tenant_id = any($1::uuid[])`;
}

/** Counts the buckets that the rows lie in anew (tenants, bounds) and divides those that hold too much. Returns all that it wrote. */
export function spreadText(table: BucketTable): string {
  const { source, size } = parts[table];
  return `
with grown as materialized (
  select distinct point.tenant_id, holder.till_at, holder.till_id
  from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as point (tenant_id, till_at, till_id)
  cross join lateral (${holderOf(table, "point.tenant_id", "point.till_at, point.till_id")}
  ) as holder
),
bounded as materialized (
  select grown.tenant_id, grown.till_at, grown.till_id,
    coalesce(below.till_at, '-infinity') as floor_at,
    coalesce(below.till_id, '00000000-0000-0000-0000-000000000000') as floor_id
  from grown
  left join lateral (
    select ${table}.till_at, ${table}.till_id
    from read.${table}
    where ${table}.tenant_id = grown.tenant_id
    and (${table}.till_at, ${table}.till_id) < (grown.till_at, grown.till_id)
    order by ${table}.till_at desc, ${table}.till_id desc
    limit 1
  ) as below on true
),
member as (
  select source.*, bounded.till_at, bounded.till_id,
    row_number() over newest_first - 1 as place,
    count(*) over (partition by source.tenant_id, bounded.till_at, bounded.till_id) as total
  from bounded
  join (${source}
  ) as source
  on source.tenant_id = bounded.tenant_id
  and (source.at, source.id) <= (bounded.till_at, bounded.till_id)
  and (source.at, source.id) > (bounded.floor_at, bounded.floor_id)
  window newest_first as (
    partition by source.tenant_id, bounded.till_at, bounded.till_id
    order by source.at desc, source.id desc
  )
),
piece as (
  select member.*,
    case
      when member.total > ${String(2 * size)} then member.place * (member.total / ${String(size)}) / member.total
      else 0
    end as number
  from member
)
insert into read.${table} (tenant_id, till_at, till_id, ${countColumns.join(", ")})
select
  piece.tenant_id,
  case when piece.number = 0 then piece.till_at else (array_agg(piece.at order by piece.place))[1] end,
  case when piece.number = 0 then piece.till_id else (array_agg(piece.id order by piece.place))[1] end,
  ${countColumns.map((column) => `sum(piece.${column})`).join(", ")}
from piece
group by piece.tenant_id, piece.till_at, piece.till_id, piece.number
on conflict (tenant_id, till_at, till_id) do update
set ${countColumns.map((column) => `${column} = excluded.${column}`).join(", ")}
returning ${keyOf(table)}, ${table}.n`;
}

const parts: Readonly<Record<BucketTable, { readonly source: string; readonly size: number }>> = {
  shipment_buckets: {
    size: rowsInBucket,
    source: `
    select shipments.tenant_id, shipments.created_at as at, shipments.id, 1 as n,
      ${shipmentStatuses.map((status) => `(shipments.status = '${status}')::integer as ${columnOf(status)}`).join(",\n      ")}
    from read.shipments`,
  },
  shipment_super_buckets: {
    size: bucketsInSuper,
    source: `
    select shipment_buckets.tenant_id, shipment_buckets.till_at as at, shipment_buckets.till_id as id,
      ${countColumns.map((column) => `shipment_buckets.${column}`).join(", ")}
    from read.shipment_buckets`,
  },
};

/** The bucket that a row or a bucket belongs to: the oldest bound that is not older. */
function holderOf(table: BucketTable, tenant: string, bound: string): string {
  return `
    select ${table}.till_at, ${table}.till_id
    from read.${table}
    where ${table}.tenant_id = ${tenant}
    and (${table}.till_at, ${table}.till_id) >= (${bound})
    order by ${table}.till_at, ${table}.till_id
    limit 1`;
}

// as text: a bound may be infinite
function keyOf(table: BucketTable): string {
  return `${table}.tenant_id as "tenantId", ${table}.till_at::text as "tillAt", ${table}.till_id as "tillId"`;
}
