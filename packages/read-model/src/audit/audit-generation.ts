import type { Queryable } from "@shipment-tracking/postgres";
import { streamsOfPart, type LogSource } from "../rebuild/log-source.ts";
import { redirected, type GenerationSchema } from "../rebuild/redirected.ts";
import { addLine, digestOf, emptyDigest, sumSql, type Digest } from "./digest.ts";
import { expectStream, UnparkedPoison, toLine, type ExpectedRow } from "./expected-rows.ts";
import { findDifference, type Difference } from "./find-difference.ts";
import { findMiscountedBucket } from "./miscounted-bucket.ts";
import { auditedTables, lineSql, selections, type AuditedTable } from "./stored-rows.ts";

export interface AuditWork {
  readonly schema: GenerationSchema;
  readonly log: LogSource;
  /** Positions at which the tables stand; nobody may write them meanwhile. */
  readonly heads: ReadonlyMap<number, number>;
  readonly onEvents?: (events: number) => void;
}

export type AuditResult =
  | { readonly outcome: "equal"; readonly rows: number; readonly digest: string }
  | { readonly outcome: "different"; readonly difference: Difference };

/**
 * Compares every read table with an independent fold of the log, by a digest per tenant and table. Memory: a digest per tenant and table and one
 * stream at a time. Buckets of rows are compared with the rows. When they differ the log is read once more for the first table that does, to name its first row.
 */
export async function auditGeneration(db: Queryable, work: AuditWork): Promise<AuditResult> {
  const tables = redirected(db, work.schema);
  const expected = new Map<string, Digest>();
  try {
    for await (const row of expectedRows(tables, work)) {
      const key = groupKey(row.tenantId, row.table);
      const digest = expected.get(key) ?? emptyDigest();
      expected.set(key, digest);
      addLine(digest, row.line);
    }
  } catch (error) {
    if (!(error instanceof UnparkedPoison)) throw error;
    const { tenantId, streamId: key } = error.record;
    const difference = { table: "parked_streams", tenantId, key, kind: "missing" } as const;
    return { outcome: "different", difference };
  }
  const stored = await storedDigests(tables);
  const first = firstUnequal(expected, stored);
  if (first !== null) {
    const rows = expectedRows(tables, { ...work, onEvents: () => undefined });
    return { outcome: "different", difference: await findDifference(tables, first, rows) };
  }
  const miscounted = await findMiscountedBucket(tables);
  if (miscounted !== null) {
    const { table, tenantId, bound: key } = miscounted;
    return { outcome: "different", difference: { table, tenantId, key, kind: "different" } };
  }
  const sorted = [...stored].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const rows = sorted.reduce((sum, [, digest]) => sum + digest.count, 0);
  return { outcome: "equal", rows, digest: digestOf(sorted) };
}

/** Every row that the log demands; those of tenants and counters come last. */
async function* expectedRows(
  tables: Queryable,
  work: AuditWork,
): AsyncGenerator<ExpectedRow, void, void> {
  const parked = await parkedPositions(tables);
  const counts = new Map<
    string,
    { tenantId: string; table: AuditedTable; status: string; n: number }
  >();
  const tenants = new Map<string, { active: boolean; version: number }>();
  for (const [part, head] of work.heads) {
    if (head === 0) continue;
    for await (const records of streamsOfPart(work.log, part, head)) {
      const parkedAt = parked.get(records[0]?.streamId ?? "") ?? Infinity;
      const stream = expectStream(records.filter((record) => record.pos < parkedAt));
      work.onEvents?.(records.length);
      if (stream === null) continue;
      yield* stream.rows;
      const tenantId = records[0]?.tenantId ?? "";
      if (stream.tenant !== null || !tenants.has(tenantId)) {
        tenants.set(tenantId, stream.tenant ?? { active: false, version: 0 });
      }
      if (stream.counted === null) continue;
      const { table, status } = stream.counted;
      const key = `${groupKey(tenantId, table)} ${status}`;
      const counter = counts.get(key) ?? { tenantId, table, status, n: 0 };
      counter.n += 1;
      counts.set(key, counter);
    }
  }
  for (const { tenantId, table, status, n } of counts.values()) {
    yield { table, tenantId, key: status, line: toLine([status, n]) };
  }
  for (const [tenantId, { active, version }] of tenants) {
    yield { table: "tenants", tenantId, key: tenantId, line: toLine([tenantId, active, version]) };
  }
}

/** At which position each parked stream waits: what stands behind it is in no table. */
async function parkedPositions(tables: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tables.query<{ id: string; pos: number }>({
    text: `
select parked_streams.stream_id as id, min(parked_streams.pos) as pos
from read.parked_streams
group by parked_streams.stream_id`,
  });
  return new Map(rows.map((row) => [row.id, row.pos]));
}

async function storedDigests(tables: Queryable): Promise<ReadonlyMap<string, Digest>> {
  const digests = new Map<string, Digest>();
  for (const table of auditedTables) {
    const { tenant, from } = selections[table];
    const { rows } = await tables.query<{ tenant_id: string; count: number; sum: string }>({
      text: `
select coalesce(${tenant}::text, '') as tenant_id, count(*) as count, ${sumSql(lineSql(table))} as sum
from ${from}
group by 1`,
    });
    for (const { tenant_id, count, sum } of rows) {
      digests.set(groupKey(tenant_id, table), { count, sum: BigInt(sum) });
    }
  }
  return digests;
}

function firstUnequal(
  expected: ReadonlyMap<string, Digest>,
  stored: ReadonlyMap<string, Digest>,
): { readonly tenantId: string; readonly table: AuditedTable } | null {
  const keys = [...new Set([...expected.keys(), ...stored.keys()])].toSorted();
  for (const key of keys) {
    const [one, other] = [expected.get(key), stored.get(key)];
    if (one !== undefined && one.count === other?.count && one.sum === other.sum) continue;
    const [tenantId = "", name] = key.split(" ");
    const table = auditedTables.find((known) => known === name);
    if (table === undefined) throw new Error(`No such table: ${key}`);
    return { tenantId, table };
  }
  return null;
}

function groupKey(tenantId: string, table: AuditedTable): string {
  return `${tenantId} ${table}`;
}
