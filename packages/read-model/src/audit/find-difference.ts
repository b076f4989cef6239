import type { Queryable } from "@shipment-tracking/postgres";
import { md5 } from "./digest.ts";
import type { ExpectedRow } from "./expected-rows.ts";
import type { BucketTable } from "../buckets/bucket-columns.ts";
import { lineSql, selections, type AuditedTable } from "./stored-rows.ts";

/** The first row, by key, in which a table and the log do not agree. */
export interface Difference {
  readonly table: AuditedTable | BucketTable | "parked_streams";
  /** Empty for a row that belongs to nobody. */
  readonly tenantId: string;
  /** Id, status or hash that tells the row from the tenant's others. */
  readonly key: string;
  /** `missing`: the log demands it; `unexpected`: the log knows nothing of it. */
  readonly kind: "missing" | "unexpected" | "different";
}

/** For example `shipments of tenant 01…, 01… is missing`. */
export function sentenceOf({ table, tenantId, key, kind }: Difference): string {
  const tenant = tenantId === "" ? "no tenant" : `tenant ${tenantId}`;
  const what = {
    missing: "is missing",
    unexpected: "is not in the log",
    different: "differs from the log",
  }[kind];
  return `${table} of ${tenant}, ${key} ${what}`;
}

/** Names the first row of a tenant's table that differs. Keeps a hash for each of its rows, nothing of the others. */
export async function findDifference(
  tables: Queryable,
  where: { readonly tenantId: string; readonly table: AuditedTable },
  rows: AsyncIterable<ExpectedRow>,
): Promise<Difference> {
  const expected = new Map<string, string>();
  for await (const row of rows) {
    if (row.table !== where.table || row.tenantId !== where.tenantId) continue;
    expected.set(row.key, md5(row.line));
  }
  const stored = await storedHashes(tables, where);
  for (const key of [...new Set([...expected.keys(), ...stored.keys()])].toSorted()) {
    if (expected.get(key) === stored.get(key)) continue;
    const kind = !stored.has(key) ? "missing" : expected.has(key) ? "different" : "unexpected";
    return { ...where, key, kind };
  }
  throw new Error(`The digests of ${where.table} differ, but no row does`);
}

async function storedHashes(
  tables: Queryable,
  { tenantId, table }: { readonly tenantId: string; readonly table: AuditedTable },
): Promise<ReadonlyMap<string, string>> {
  const { tenant, from, fields } = selections[table];
  const { rows } = await tables.query<{ key: string; hash: string }>({
    text: `
select (${fields[0]})::text as key, md5(${lineSql(table)}) as hash
from ${from}
where coalesce(${tenant}::text, '') = $1`,
    values: [tenantId],
  });
  return new Map(rows.map((row) => [row.key, row.hash]));
}
