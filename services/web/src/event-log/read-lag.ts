import { readLag } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import { type LogReader, logReaders } from "./log-readers.ts";

/** How a reader of the log is doing, over all tenants. */
interface ReaderLag {
  readonly reader: LogReader;
  /** Processes that said within the last 10 s that they live. */
  readonly members: number;
  /** Parts of the log that these processes have, 64 when all is well. */
  readonly partsOwned: number;
  /** Milliseconds since the last of them was seen, by the database's clock; null: none is known. */
  readonly seenMsAgo: number | null;
  /** Not applied yet. */
  readonly behindEvents: number;
  /** How long the oldest of them has waited; 0: there is none. */
  readonly behindSeconds: number;
}

export interface LogStanding {
  /** In the log, of all tenants. */
  readonly events: number;
  readonly readers: readonly ReaderLag[];
}

/** Readers that this installation does not have are absent: a relay there is only with Kafka. */
export async function readLogStanding(
  db: Queryable,
  wanted: readonly LogReader[] = logReaders,
): Promise<LogStanding> {
  const members = await readMembers(db);
  // positions first: what is applied in between then counts as lag, never the other way round
  const positions = await readReaderPositions(db);
  const readers: ReaderLag[] = [];
  let events = 0;
  for (const reader of wanted) {
    const found = members.get(reader);
    if (reader === "relay" && found === undefined) continue;
    const lag = await readLag(db, positions.get(reader) ?? new Map<number, number>());
    events = Math.max(events, lag.headEvents);
    readers.push({
      reader,
      members: found?.members ?? 0,
      partsOwned: found?.parts ?? 0,
      seenMsAgo: found?.seen_ms_ago ?? null,
      behindEvents: lag.parts.reduce((sum, part) => sum + part.events, 0),
      behindSeconds: lag.parts.reduce((most, part) => Math.max(most, part.seconds ?? 0), 0),
    });
  }
  return { events, readers };
}

interface MemberRow {
  readonly consumer: string;
  readonly members: number;
  readonly parts: number;
  readonly seen_ms_ago: number | null;
}

async function readMembers(db: Queryable): Promise<ReadonlyMap<string, MemberRow>> {
  const { rows } = await db.query<MemberRow>({
    name: "read_log_members",
    text: `
      select members.consumer,
        count(*) filter (where members.seen_at > now() - interval '10 seconds')::integer as members,
        coalesce(sum(owned.parts) filter (where members.seen_at > now() - interval '10 seconds'), 0)::integer as parts,
        greatest(extract(epoch from clock_timestamp() - max(members.seen_at)) * 1000, 0)::float8 as seen_ms_ago
      from write.log_members as members
      cross join lateral (
        select count(*) as parts
        from write.log_leases as leases
        where leases.consumer = members.consumer
          and leases.member_id = members.member_id
      ) as owned
      group by members.consumer`,
  });
  return new Map(rows.map((row) => [row.consumer, row]));
}

/** Last position of each part, by reader. What the brokers have of another log does not count. */
async function readReaderPositions(
  db: Queryable,
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
  const { rows } = await db.query<{
    readonly reader: string;
    readonly part: number;
    readonly pos: number;
  }>({
    name: "read_reader_positions",
    text: `
      select positions.consumer as reader, positions.part, positions.pos
      from read.positions
      where positions.consumer = 'projector'
      union all
      select 'webhooks', positions.part, positions.pos
      from hooks.positions
      union all
      select 'relay', relayed.part, relayed.pos
      from write.relay_positions as relayed
      join write.log_identity on log_identity.id = relayed.log_id`,
  });
  const byReader = new Map<string, Map<number, number>>();
  for (const { reader, part, pos } of rows) {
    const parts = byReader.get(reader) ?? new Map<number, number>();
    byReader.set(reader, parts.set(part, pos));
  }
  return byReader;
}
