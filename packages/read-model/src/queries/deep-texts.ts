import { shipmentStatuses } from "@shipment-tracking/domain";
import {
  bucketsInSuper,
  type BucketTable,
  columnOf,
  fullBucket,
  topBound,
} from "../buckets/bucket-columns.ts";
import { type ListTexts, maxLimit } from "./list-texts.ts";
import { stampsOfWanted } from "./stamp.ts";

/** A page further from its bucket's bound is not read this way: more than a bucket can hold. */
const farthestInBucket = 2 * fullBucket;

/**
 * Pages far down the list of shipments, many in one statement, bound as those of `batchTexts`: walks the sums of buckets, then the buckets of the sum in which
 * the page begins, and reads rows from that bucket's bound on. All from one snapshot. A page whose buckets do not count as many rows as the tenant
 * has is not found (`found` false): it must be asked for the plain way.
 */
export const deepShipmentTexts: ListTexts = { all: text(false), ofStatus: text(true) };

function text(ofStatus: boolean): string {
  return `
select answer.json, answer.has_next, answer.found, stamp.*
from unnest((select $1::uuid[]), (select $2::bigint[]), (select $3::bigint[])${ofStatus ? ", (select $4::text[])" : ""})
  with ordinality as wanted (tenant_id, n_rows, skip${ofStatus ? ", status" : ""}, place)
cross join lateral (${pageText(ofStatus)}
) as answer${stampsOfWanted}
order by wanted.place`;
}

function pageText(ofStatus: boolean): string {
  const filter = (table: string) => (ofStatus ? `and ${table}.status = wanted.status` : "");
  return `
  with counted as materialized (
    select coalesce(sum(shipment_counts.n), 0)::bigint as n
    from read.shipment_counts
    where shipment_counts.tenant_id = wanted.tenant_id
    ${filter("shipment_counts")}
  ),
  supers as materialized (
    select walk.till_at, walk.till_id, walk.n, sum(walk.n) over newest_first - walk.n as before
    from (
      select shipment_super_buckets.till_at, shipment_super_buckets.till_id, ${counter("shipment_super_buckets", ofStatus)} as n
      from read.shipment_super_buckets
      where shipment_super_buckets.tenant_id = wanted.tenant_id
    ) as walk
    window newest_first as (order by walk.till_at desc, walk.till_id desc)
  ),
  super as materialized (
    select supers.till_at, supers.till_id, supers.before
    from supers
    where supers.before <= wanted.skip
    and (select counted.n from counted) = (select sum(supers.n) from supers)
    order by supers.till_at, supers.till_id
    limit 1
  ),
  bucket as materialized (
    select walked.till_at, walked.till_id, walked.before
    from (
      select walk.till_at, walk.till_id,
        (select super.before from super) + sum(walk.n) over newest_first - walk.n as before
      from (
        select shipment_buckets.till_at, shipment_buckets.till_id, ${counter("shipment_buckets", ofStatus)} as n
        from read.shipment_buckets
        where shipment_buckets.tenant_id = wanted.tenant_id
        and (shipment_buckets.till_at, shipment_buckets.till_id)
          <= ((select super.till_at from super), (select super.till_id from super))
        order by shipment_buckets.till_at desc, shipment_buckets.till_id desc
        limit ${String(2 * bucketsInSuper)}
      ) as walk
      window newest_first as (order by walk.till_at desc, walk.till_id desc)
    ) as walked
    where walked.before <= wanted.skip
    order by walked.till_at, walked.till_id
    limit 1
  ),
  begin as materialized (
    select
      coalesce((select bucket.till_at from bucket), ${topBound.at}) as till_at,
      coalesce((select bucket.till_id from bucket), ${topBound.id}) as till_id,
      wanted.skip - coalesce((select bucket.before from bucket), 0)::bigint as skip,
      wanted.skip >= (select counted.n from counted) as beyond
  ),
  page as (
    select newest.created_at, newest.id, newest.doc
    from (
      select shipments.created_at, shipments.id, shipments.doc
      from read.shipments
      where shipments.tenant_id = wanted.tenant_id
      ${filter("shipments")}
      and (shipments.created_at, shipments.id)
        <= ((select begin.till_at from begin), (select begin.till_id from begin))
      and (select not begin.beyond and begin.skip <= ${String(farthestInBucket)} from begin)
      order by shipments.created_at desc, shipments.id desc
      limit ${String(farthestInBucket + maxLimit)}
    ) as newest
    order by newest.created_at desc, newest.id desc
    limit wanted.n_rows
    offset (select case when begin.skip <= ${String(farthestInBucket)} then begin.skip else 0 end from begin)
  )
  select
    '[' || coalesce(string_agg(page.doc, ',' order by page.created_at desc, page.id desc), '') || ']' as json,
    (select counted.n from counted) - wanted.skip > wanted.n_rows as has_next,
    (select begin.beyond or begin.skip <= ${String(farthestInBucket)} from begin) as found
  from page`;
}

function counter(table: BucketTable, ofStatus: boolean): string {
  if (!ofStatus) return `${table}.n`;
  const cases = shipmentStatuses.map(
    (status) => `when '${status}' then ${table}.${columnOf(status)}`,
  );
  return `case wanted.status ${cases.join(" ")} else 0 end`;
}
