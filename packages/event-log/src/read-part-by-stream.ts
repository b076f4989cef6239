import type { EventRecord } from "@shipment-tracking/contracts";
import type { Pool } from "@shipment-tracking/postgres";
import { type EventRow, recordColumns, toEventRecord } from "./record.ts";

/**
 * All events of a part up to a position, stream by stream and each stream in version order, in pages of at most `pageSize` events. The server sorts,
 * on disk if it must: neither a long part nor many streams cost the reader memory. Occupies one connection of the pool until it ends.
 */
export async function* readPartByStream(
  pool: Pool,
  part: number,
  options: { readonly upToPos: number; readonly pageSize?: number },
): AsyncGenerator<readonly EventRecord[]> {
  const client = await pool.connect();
  client.on("error", ignore);
  let broken = true;
  try {
    await client.query(`begin isolation level read committed read only; ${settings}`);
    await client.query({ text: declareText, values: [part, options.upToPos] });
    const fetch = `fetch ${String(options.pageSize ?? 1_000)} from part_by_stream`;
    for (;;) {
      const { rows } = await client.query<EventRow>(fetch);
      if (rows.length === 0) break;
      yield rows.map(toEventRecord);
    }
    await client.query("commit");
    broken = false;
  } finally {
    client.off("error", ignore);
    // a reader that stopped in the middle leaves a cursor open: the connection goes with it
    client.release(broken);
  }
}

function ignore(): void {}

// the reader may be busy with a page for long, and all rows are wanted: not a plan that is quick with the first ones
const settings = [
  "set local idle_in_transaction_session_timeout = 0",
  "set local statement_timeout = 0",
  "set local cursor_tuple_fraction = 1",
  "set local work_mem = '64MB'",
].join("; ");

const declareText = `
  declare part_by_stream no scroll cursor for
  select ${recordColumns}
  from write.event_log as events
  where events.part = $1
    and events.pos <= $2
  order by events.stream_id, events.version`;
