import type { Queryable } from "@shipment-tracking/postgres";
import type { TenantRow } from "../project/project-account.ts";
import type { StreamKey } from "./stream-key.ts";

export async function loadTenants(
  db: Queryable,
  keys: readonly StreamKey[],
): Promise<ReadonlyMap<string, TenantRow>> {
  const { rows } = await db.query<TenantRow>({
    text: `
select tenants.tenant_id as "tenantId", tenants.active, tenants.stream_version as version
from read.tenants
where tenants.tenant_id = any($1::uuid[])`,
    values: [keys.map((key) => key.streamId)],
  });
  return new Map(rows.map((row) => [row.tenantId, row]));
}

/**
 * Counts up the version of each tenant that changed and writes what its own stream says about it (`changed`). Rows are locked in id
 * order. Parts are applied independently: a tenant whose own stream is still to come gets an inactive row with stream version 0.
 */
export async function saveTenants(
  db: Queryable,
  tenantIds: readonly string[],
  changed: ReadonlyMap<string, TenantRow>,
): Promise<void> {
  if (tenantIds.length === 0) return;
  await db.query({
    name: "save_tenants",
    text: saveTenantsText,
    values: [
      tenantIds,
      tenantIds.map((id) => changed.get(id)?.active ?? false),
      tenantIds.map((id) => changed.get(id)?.version ?? 0),
    ],
  });
}

const saveTenantsText = `
insert into read.tenants (tenant_id, active, version, stream_version)
select tenant.tenant_id, tenant.active, 1, tenant.stream_version
from unnest($1::uuid[], $2::boolean[], $3::integer[]) as tenant (tenant_id, active, stream_version)
order by tenant.tenant_id
on conflict (tenant_id) do update
set
  version = tenants.version + 1,
  active = case
    when excluded.stream_version > tenants.stream_version then excluded.active
    else tenants.active
  end,
  stream_version = greatest(excluded.stream_version, tenants.stream_version)`;
