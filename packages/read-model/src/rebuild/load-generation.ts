import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { saveTenants } from "../apply/tenant-table.ts";
import { remakeBuckets } from "../buckets/shipment-buckets.ts";
import type { TenantRow } from "../project/project-account.ts";
import { dropIndex, type SecondaryIndex, secondaryIndexes, tablesOf } from "./generation-schema.ts";
import { loadPart } from "./load-part.ts";
import type { LogSource } from "./log-source.ts";
import { transactionsOn, type GenerationSchema } from "./redirected.ts";

export interface LoadOptions {
  readonly schema: GenerationSchema;
  readonly log: LogSource;
  /** Loaded up to here. */
  readonly heads: ReadonlyMap<number, number>;
  /** Parts that are loaded at the same time; each takes two connections. */
  readonly workers: number;
  readonly onEvents: (events: number) => void;
}

/** Fills empty read tables from the log, without the indexes that `restoreIndexes` makes afterwards and without counters. */
export async function loadParts(
  pool: Pool,
  options: LoadOptions,
): Promise<readonly SecondaryIndex[]> {
  const indexes = await secondaryIndexes(pool, options.schema);
  for (const index of indexes) await dropIndex(pool, options.schema, index);
  const tenants = await loadAllParts(pool, options);
  await transactionsOn(
    pool,
    options.schema,
  )(async (tx) => {
    const known = [...tenants].flatMap(([id, row]) => (row === null ? [] : [[id, row] as const]));
    await saveTenants(tx, [...tenants.keys()], new Map(known));
    await countRows(tx);
  });
  return indexes;
}

/** Makes the indexes, the buckets of long lists, and what the planner must know of the tables. */
export async function restoreIndexes(
  pool: Pool,
  schema: GenerationSchema,
  indexes: readonly SecondaryIndex[],
): Promise<void> {
  for (const { definition } of indexes) {
    await inTransaction(pool, async (tx) => {
      await tx.query({ text: "set local maintenance_work_mem = '256MB'" });
      await tx.query({ text: definition });
    });
  }
  await transactionsOn(pool, schema)(remakeBuckets);
  for (const table of await tablesOf(pool, schema)) {
    await pool.query({ text: `vacuum (analyze) ${schema}.${table}` });
  }
}

/** The largest parts first, so that no worker is left with one at the end. */
async function loadAllParts(
  pool: Pool,
  options: LoadOptions,
): Promise<ReadonlyMap<string, TenantRow | null>> {
  const due = [...options.heads]
    .filter(([, head]) => head > 0)
    .toSorted(([, left], [, right]) => right - left);
  const tenants = new Map<string, TenantRow | null>();
  const state: { failed: boolean } = { failed: false };
  const worker = async (): Promise<void> => {
    for (let next = due.shift(); next !== undefined && !state.failed; next = due.shift()) {
      const [part, head] = next;
      for (const [id, row] of await loadPart(pool, { ...options, part, head })) {
        if (row !== null || !tenants.has(id)) tenants.set(id, row);
      }
    }
  };
  const guarded = async (): Promise<void> => {
    try {
      await worker();
    } catch (error) {
      state.failed = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: options.workers }, guarded));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return tenants;
}

/** Counters of all lists, whatever was counted while loading. */
async function countRows(tx: Queryable): Promise<void> {
  const lists = [
    ["shipment_counts", "shipments"],
    ["customer_counts", "customers"],
    ["invoice_counts", "invoices"],
  ] as const;
  for (const [counts, table] of lists) {
    await tx.query({ text: `delete from read.${counts}` });
    await tx.query({
      text: `
insert into read.${counts} (tenant_id, status, n)
select ${table}.tenant_id, ${table}.status, count(*)
from read.${table}
group by ${table}.tenant_id, ${table}.status`,
    });
  }
}
