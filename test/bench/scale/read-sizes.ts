import type { Pool } from "@shipment-tracking/postgres";
import type { BenchFigure } from "../figure.ts";
import { figureOf } from "../webhooks/figures.ts";

/** What a shipment takes on disk in the read tables, and an event in the log; indexes included. */
export async function readSizes(
  admin: Pool,
  { id, size }: { readonly id: string; readonly size: number },
): Promise<readonly BenchFigure[]> {
  const { rows } = await admin.query<{ readonly read: number; readonly log: number }>({
    text: `
      select
        sum(pg_total_relation_size(pg_class.oid)) filter (where pg_namespace.nspname = 'read')::float8 as read,
        sum(pg_total_relation_size(pg_class.oid)) filter (where pg_class.relname like 'event_log%')::float8 as log
      from pg_class
      join pg_namespace on pg_namespace.oid = pg_class.relnamespace
      where pg_class.relkind = 'r'
        and pg_namespace.nspname in ('read', 'write')`,
  });
  const { read = Number.NaN, log = Number.NaN } = rows[0] ?? {};
  const note = `read tables ${gb(read)} GB, log ${gb(log)} GB`;
  return [
    figureOf([read / size], { id, what: "read tables on disk", unit: "bytes/shipment", note }),
  ];
}

function gb(bytes: number): string {
  return (bytes / 2 ** 30).toFixed(2);
}
