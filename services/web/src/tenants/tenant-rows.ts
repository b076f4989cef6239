import type { Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

export async function insertTenant(
  db: Queryable,
  tenant: { readonly id: TenantId; readonly name: string; readonly createdAt: Instant },
): Promise<void> {
  await db.query({
    name: "insert_tenant",
    text: `
      insert into write.tenants (id, name, active, version, created_at)
      values ($1, $2, true, 1, $3)`,
    values: [tenant.id, tenant.name, tenant.createdAt],
  });
}

/** Locks the tenant's row; null when there is none. */
export async function lockTenant(
  db: Queryable,
  tenantId: TenantId,
): Promise<{ readonly version: number; readonly active: boolean } | null> {
  const { rows } = await db.query<{ readonly version: number; readonly active: boolean }>({
    name: "lock_tenant",
    text: `
      select tenants.version, tenants.active
      from write.tenants
      where tenants.id = $1
      for update`,
    values: [tenantId],
  });
  return rows[0] ?? null;
}

export async function updateTenantActive(
  db: Queryable,
  tenantId: TenantId,
  active: boolean,
): Promise<void> {
  await db.query({
    name: "update_tenant_active",
    text: `
      update write.tenants
      set active = $2,
        version = tenants.version + 1
      where tenants.id = $1`,
    values: [tenantId, active],
  });
}
