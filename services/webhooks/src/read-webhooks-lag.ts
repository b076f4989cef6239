import { readLag } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import type { ConsumerLag } from "@shipment-tracking/runtime";

/** How far the ingest of webhooks is behind the log, and what it set aside. */
export async function readWebhooksLag(db: Queryable): Promise<ConsumerLag> {
  const parked = await db.query<{ n: number }>({
    text: `
      select count(*)::integer as n
      from hooks.parked_streams`,
  });
  const lag = await readLag(db, await readIngested(db));
  return { ...lag, parkedStreams: parked.rows[0]?.n ?? 0 };
}

/** The last ingested position of each part that was ever seen. */
export async function readIngested(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ part: number; pos: number }>({
    name: "read_webhook_lag_positions",
    text: `
      select positions.part, positions.pos
      from hooks.positions`,
  });
  return new Map(rows.map((row) => [row.part, row.pos]));
}
