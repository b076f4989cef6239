import type { Queryable } from "@shipment-tracking/postgres";

/**
 * Makes today's and tomorrow's partitions where today's is missing: workers make them a week ahead, so that is after a week without one. Called
 * by whoever writes messages or ended deliveries beside the workers, in the same transaction (whose `now()` says what today is).
 */
export async function makeToday(tx: Queryable): Promise<void> {
  await tx.query({
    name: "make_webhook_partitions_of_today",
    text: `
      select hooks.make_partitions(today.day, today.day + 1)
      from (select (now() at time zone 'utc')::date as day) as today
      where to_regclass('hooks.messages_' || to_char(today.day, 'YYYYMMDD')) is null`,
  });
}
