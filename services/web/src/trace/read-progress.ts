import type { Queryable } from "@shipment-tracking/postgres";

/** How far the readers of the log are with one stream. */
export interface StreamProgress {
  readonly projector: ReaderProgress;
  readonly webhooks: ReaderProgress;
  /** Null: no relay publishes the log to Kafka. */
  readonly relay: { readonly pos: number; readonly at: string | null } | null;
}

export interface ReaderProgress {
  /** Last applied position of the stream's part; 0: none. */
  readonly pos: number;
  /** When that was applied, by the database's clock at the beginning of its transaction. */
  readonly at: string | null;
  /** Null: the stream is not parked. */
  readonly parked: {
    readonly pos: number;
    readonly sentence: string;
    readonly since: string;
  } | null;
}

interface Row {
  readonly consumer: "projector" | "webhooks";
  readonly pos: number | null;
  readonly at: string | null;
  readonly parked_pos: number | null;
  readonly sentence: string | null;
  readonly since: string | null;
}

/** `part` is the stream's. */
export async function readStreamProgress(
  db: Queryable,
  stream: { readonly id: string; readonly part: number },
): Promise<StreamProgress> {
  const { rows } = await db.query<Row>({
    name: "read_stream_progress",
    text: `
      select 'projector' as consumer, positions.pos, positions.applied_at as at, parked.pos as parked_pos,
        parked.error as sentence, parked.parked_at as since
      from (values ($1::smallint, $2::uuid)) as wanted (part, stream_id)
      left join read.positions on positions.consumer = 'projector'
        and positions.part = wanted.part
      left join read.parked_streams as parked on parked.consumer = 'projector'
        and parked.stream_id = wanted.stream_id
      union all
      select 'webhooks', positions.pos, positions.applied_at, parked.pos, parked.error, parked.parked_at
      from (values ($1::smallint, $2::uuid)) as wanted (part, stream_id)
      left join hooks.positions on positions.part = wanted.part
      left join hooks.parked_streams as parked on parked.stream_id = wanted.stream_id`,
    values: [stream.part, stream.id],
  });
  const of = (consumer: Row["consumer"]): ReaderProgress =>
    progressOf(rows.find((row) => row.consumer === consumer));
  return {
    projector: of("projector"),
    webhooks: of("webhooks"),
    relay: await readRelayProgress(db, stream.part),
  };
}

function progressOf(row: Row | undefined): ReaderProgress {
  const { pos = null, at = null, parked_pos = null, sentence = null, since = null } = row ?? {};
  const parked =
    parked_pos === null || sentence === null || since === null
      ? null
      : { pos: parked_pos, sentence, since };
  return { pos: pos ?? 0, at, parked };
}

/** Members of a reader that ended without a word are forgotten; one that is down for an hour is one that this installation does not have (any more). */
async function readRelayProgress(db: Queryable, part: number): Promise<StreamProgress["relay"]> {
  const { rows } = await db.query<{ readonly pos: number | null; readonly at: string | null }>({
    name: "read_relay_progress",
    text: `
      select relayed.pos, relayed.published_at as at
      from write.log_identity
      left join write.relay_positions as relayed on relayed.log_id = log_identity.id
        and relayed.part = $1
      where exists (
        select
        from write.log_members
        where log_members.consumer = 'relay'
          and log_members.seen_at > now() - interval '1 hour'
      )`,
    values: [part],
  });
  const [row] = rows;
  return row === undefined ? null : { pos: row.pos ?? 0, at: row.at };
}
