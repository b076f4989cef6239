import type { Appended } from "./log-load.ts";
import type { Bench } from "./queue.ts";
import { clockMs } from "./sink.ts";

/** What happened to one event, in milliseconds. */
export interface Traced {
  /** From the beginning of its append to the receiver. */
  readonly ms: number;
  readonly spans: {
    readonly append: number;
    readonly ingest: number;
    readonly claim: number;
    readonly send: number;
  };
}

/** Joins what the database wrote down (when ingest and claim began, to the millisecond) with what the clocks of the bench saw. */
export async function trace(
  { database }: Bench,
  appended: readonly Appended[],
  arrived: ReadonlyMap<string, number>,
): Promise<readonly Traced[]> {
  const { rows } = await database.admin.query<{
    id: string;
    ingestAt: number;
    claimAt: number;
  }>({
    text: `
      select messages.id, extract(epoch from messages.created_at)::float8 * 1000 as "ingestAt",
        extract(epoch from min(attempts.started_at))::float8 * 1000 as "claimAt"
      from hooks.messages
      join (
        select deliveries.id, deliveries.message_id
        from hooks.deliveries
        union all
        select finished_deliveries.id, finished_deliveries.message_id
        from hooks.finished_deliveries
      ) as sent on sent.message_id = messages.id
      join hooks.attempts on attempts.delivery_id = sent.id
      group by messages.id, messages.created_at`,
  });
  const known = new Map(rows.map((row) => [row.id, row]));
  const toClock = clockMs() - Date.now();
  return appended.flatMap(({ id, at, committedAt }) => {
    const end = arrived.get(id);
    const row = known.get(id);
    if (end === undefined || row === undefined) return [];
    const [ingestAt, claimAt] = [row.ingestAt + toClock, row.claimAt + toClock];
    const spans = {
      append: committedAt - at,
      ingest: ingestAt - committedAt,
      claim: claimAt - ingestAt,
      send: end - claimAt,
    };
    return [{ ms: end - at, spans }];
  });
}
