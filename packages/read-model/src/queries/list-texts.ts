import { openedByKey } from "./find-api-key.ts";
import { stampColumns, stampsOfWanted } from "./stamp.ts";

/** A list by the common rules (specification 4.1, 4.3): one table, one counter per tenant and status. */
export interface ListSource {
  readonly table: "shipments" | "customers" | "invoices";
  readonly counts: "shipment_counts" | "customer_counts" | "invoice_counts";
  /** Columns that `item` needs. */
  readonly columns: readonly string[];
  /** An item's text; an expression over the page, so that it is computed for the rows shown and not for those skipped. */
  readonly item: string;
}

/** Texts of one list, with and without the status filter. */
export interface ListTexts {
  readonly all: string;
  readonly ofStatus: string;
}

/** Pages that begin further down are not read in batches. */
export const deepestInBatch = 256;
export const maxLimit = 200;

/** One page: `$1` tenant, `$2` limit, `$3` offset, `$4` status. Planned for these values each time, as deep pages want it. */
export function singleTexts(source: ListSource): ListTexts {
  const text = (ofStatus: boolean): string => `
select answer.json, answer.has_next,${stampColumns}
from (${pageText(source, { ...bound, status: ofStatus ? "$4" : null, atMost: null })}
) as answer
left join read.tenants on tenants.tenant_id = $1`;
  return { all: text(false), ofStatus: text(true) };
}

/**
 * Many pages in one statement, in the order asked: `$1` tenants, `$2` limits, `$3` offsets (at most `deepestInBatch`), `$4` statuses. All come
 * from one snapshot. The arrays are selected, so that the planner cannot see how long they are: it would plan anew each time, which takes longer
 * than the pages.
 */
export function batchTexts(source: ListSource): ListTexts {
  const text = (ofStatus: boolean): string => `
select answer.json, answer.has_next, stamp.*
from unnest((select $1::uuid[]), (select $2::bigint[]), (select $3::bigint[])${ofStatus ? ", (select $4::text[])" : ""})
  with ordinality as wanted (tenant_id, n_rows, skip${ofStatus ? ", status" : ""}, place)
cross join lateral (${pageText(source, {
    tenant: "wanted.tenant_id",
    limit: "wanted.n_rows",
    offset: "wanted.skip",
    status: ofStatus ? "wanted.status" : null,
    atMost: deepestInBatch + maxLimit,
  })}
) as answer${stampsOfWanted}
order by wanted.place`;
  return { all: text(false), ofStatus: text(true) };
}

/**
 * As `batchTexts`, of the tenants whom keys open: `$1` SHA-256s of keys, `$2` limits, `$3` offsets, `$4` statuses; a row for each page whose key opens
 * something now, with its place from 1. Key, stamp and page come from one snapshot.
 */
export function keyedTexts(source: ListSource): ListTexts {
  const text = (ofStatus: boolean): string => `
select
  wanted.place::integer as place,
  answer.json,
  answer.has_next,
  opened.*
from unnest((select $1::bytea[]), (select $2::bigint[]), (select $3::bigint[])${ofStatus ? ", (select $4::text[])" : ""})
  with ordinality as wanted (key_hash, n_rows, skip${ofStatus ? ", status" : ""}, place)${openedByKey}
cross join lateral (${pageText(source, {
    tenant: "opened.tenant_id",
    limit: "wanted.n_rows",
    offset: "wanted.skip",
    status: ofStatus ? "wanted.status" : null,
    atMost: deepestInBatch + maxLimit,
  })}
) as answer`;
  return { all: text(false), ofStatus: text(true) };
}

/** Expressions that say which page. */
interface PageExpressions {
  readonly tenant: string;
  readonly limit: string;
  readonly offset: string;
  readonly status: string | null;
  /** More rows than any page needs, known to the planner: without it, one plan for all pages might sort a whole tenant. */
  readonly atMost: number | null;
}

const bound = { tenant: "$1", limit: "$2::bigint", offset: "$3::bigint" };

// The counter is read once and first: with an offset beyond the end the page is not scanned at all ("one-time filter").
// The counter and the rows come from one snapshot, so the page and has_next agree.
function pageText(source: ListSource, page: PageExpressions): string {
  const { table, counts, columns, item } = source;
  const selected = ["created_at", "id", ...columns];
  const rows = `
    select ${selected.map((column) => `${table}.${column}`).join(", ")}
    from read.${table}
    where ${table}.tenant_id = ${page.tenant}
    ${page.status === null ? "" : `and ${table}.status = ${page.status}`}
    and (select counted.n from counted) > ${page.offset}
    order by ${table}.created_at desc, ${table}.id desc`;
  const newest = `
    select ${selected.map((column) => `newest.${column}`).join(", ")}
    from (${rows}
    limit ${String(page.atMost)}
    ) as newest
    order by newest.created_at desc, newest.id desc`;
  return `
  with counted as materialized (
    select coalesce(sum(${counts}.n), 0)::bigint as n
    from read.${counts}
    where ${counts}.tenant_id = ${page.tenant}
    ${page.status === null ? "" : `and ${counts}.status = ${page.status}`}
  ),
  page as (${page.atMost === null ? rows : newest}
    limit ${page.limit}
    offset ${page.offset}
  )
  select
    '[' || coalesce(string_agg(${item}, ',' order by page.created_at desc, page.id desc), '') || ']' as json,
    (select counted.n from counted) - ${page.offset} > ${page.limit} as has_next
  from page`;
}
