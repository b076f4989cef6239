import type { Queryable } from "@shipment-tracking/postgres";

/** The inboxes of the demonstration that some endpoint has as its address, in alphabetical order, at most 100. */
export async function findInboxNames(db: Queryable): Promise<readonly string[]> {
  const { rows } = await db.query<{ readonly name: string }>({
    text: `
      select distinct substring(endpoints.url from '/dev/webhooks/([a-z0-9-]{1,40})$') as name
      from hooks.endpoints
      where endpoints.deleted_at is null
        and endpoints.url ~ '/dev/webhooks/[a-z0-9-]{1,40}$'
      order by name
      limit 100`,
  });
  return rows.map(({ name }) => name);
}
