import type { Queryable } from "@shipment-tracking/postgres";

/** Those of the tenants that have an endpoint, in whatever state: a paused one collects, and what a disabled one missed can be recovered. */
export async function findListeningTenants(
  db: Queryable,
  tenantIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ readonly tenant_id: string }>({
    name: "find_listening_tenants",
    text: `
      select asked.tenant_id
      from unnest($1::uuid[]) as asked (tenant_id)
      where exists (
        select
        from hooks.endpoints
        where endpoints.tenant_id = asked.tenant_id
          and endpoints.deleted_at is null
      )`,
    values: [tenantIds],
  });
  return new Set(rows.map((row) => row.tenant_id));
}
