import type { Pool } from "@shipment-tracking/postgres";
import { readQueue } from "@shipment-tracking/webhooks-service";

/** A hot table as the server sees it. */
export interface TableState {
  /** Rows, counted by pgstattuple where it is installed, else as the server estimates them. */
  readonly live: number;
  readonly dead: number;
  /** Of 8 KB. */
  readonly pages: number;
  readonly indexPages: number;
  /** Since the statistics began. */
  readonly updates: number;
  readonly hotUpdates: number;
  readonly deletes: number;
  readonly autovacuums: number;
}

export interface DatabaseState {
  readonly deliveries: TableState;
  readonly health: TableState;
  /** Age of the oldest delivery that could be sent now, in seconds. */
  readonly readySeconds: number;
}

/** Makes the exact counts possible; returns whether they are. */
export async function openCounts(admin: Pool): Promise<boolean> {
  const { rows } = await admin.query({
    text: "select from pg_available_extensions where name = 'pgstattuple'",
  });
  if (rows.length === 0) return false;
  await admin.query({ text: "create extension if not exists pgstattuple" });
  return true;
}

export async function readDatabase(admin: Pool, exact: boolean): Promise<DatabaseState> {
  const deliveries = await readTable(admin, "deliveries", exact);
  const health = await readTable(admin, "endpoint_health", exact);
  const { readySeconds } = await readQueue(admin);
  return { deliveries, health, readySeconds };
}

async function readTable(admin: Pool, table: string, exact: boolean): Promise<TableState> {
  const { rows } = await admin.query<TableState>({
    text: `
      select ${exact ? "counted.tuple_count" : "pg_stat_user_tables.n_live_tup"}::integer as live,
        ${exact ? "counted.dead_tuple_count" : "pg_stat_user_tables.n_dead_tup"}::integer as dead,
        (pg_relation_size(pg_stat_user_tables.relid) / 8192)::integer as pages,
        (pg_indexes_size(pg_stat_user_tables.relid) / 8192)::integer as "indexPages",
        pg_stat_user_tables.n_tup_upd::integer as updates, pg_stat_user_tables.n_tup_hot_upd::integer as "hotUpdates",
        pg_stat_user_tables.n_tup_del::integer as deletes, pg_stat_user_tables.autovacuum_count::integer as autovacuums
      from pg_stat_user_tables
      ${exact ? "cross join lateral pgstattuple(pg_stat_user_tables.relid) as counted" : ""}
      where pg_stat_user_tables.schemaname = 'hooks'
        and pg_stat_user_tables.relname = $1`,
    values: [table],
  });
  const [state] = rows;
  if (state === undefined) throw new Error(`no table hooks.${table}`);
  return state;
}
