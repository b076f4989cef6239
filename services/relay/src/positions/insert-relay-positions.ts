import type { Queryable } from "@shipment-tracking/postgres";

/** Makes the rows of parts that have none; another relay may be faster. */
export async function insertRelayPositions(
  db: Queryable,
  { parts, topic, logId }: { parts: readonly number[]; topic: string; logId: string },
): Promise<void> {
  await db.query({
    text: `
      insert into write.relay_positions (part, topic, log_id)
      select wanted.part, $2, $3
      from unnest($1::smallint[]) as wanted (part)
      order by wanted.part
      on conflict (part) do nothing`,
    values: [parts, topic, logId],
  });
}
