/**
 * Which contents of a tenant's read tables a statement saw. Equal stamps mean equal answers; within a generation a higher version is later.
 */
export interface Stamp {
  /** Which tables of which server: a rebuild, a restored backup and another server begin another one. */
  readonly generation: string;
  /** Bumped in the transaction of every change of the tenant's rows. */
  readonly version: number;
  /** The database's UTC date, `YYYY-MM-DD`: invoices become overdue without a change. */
  readonly day: string;
}

/** Columns of a statement that carry a stamp; null for a tenant that has no row. */
export interface StampRow {
  readonly version: number | null;
  readonly generation: string;
  readonly day: string;
}

// Versions go on from the live ones when generations are switched, but a tenant that the new tables do not have yet begins anew there, and a
// restored backup repeats versions: the table's number and the server's start tell these apart.
export const stampColumns = `
  tenants.version,
  concat(tenants.tableoid, '/', (select extract(epoch from pg_postmaster_start_time()))) as generation,
  (now() at time zone 'utc')::date as day`;

/** The stamps of many tenants, each looked up by the index: the limit keeps the planner from reading all tenants instead. */
export const stampsOfWanted = `
left join lateral (
  select${stampColumns}
  from read.tenants
  where tenants.tenant_id = wanted.tenant_id
  limit 1
) as stamp on true`;

export function stampOf({ version, generation, day }: StampRow): Stamp | null {
  return version === null ? null : { version, generation, day };
}
