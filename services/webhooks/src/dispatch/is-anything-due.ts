import type { Queryable } from "@shipment-tracking/postgres";

/** Whether an endpoint waits to be looked at: what an idle worker asks ten times a second, in one statement instead of a transaction of four. */
export async function isAnythingDue(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ readonly due: boolean }>({
    name: "is_any_webhook_due",
    // below infinity: the condition of the index
    text: `
      select exists (
        select
        from hooks.endpoint_health
        where endpoint_health.next_look_at <= now()
          and endpoint_health.next_look_at < 'infinity'
      ) as due`,
  });
  return rows[0]?.due === true;
}
