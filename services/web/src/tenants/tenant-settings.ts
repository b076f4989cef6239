import type { Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

export interface TenantSettings {
  readonly id: TenantId;
  readonly name: string;
  /** IANA zone in which the console takes and shows times of shipments without one; null: the reader's own. */
  readonly timeZone: string | null;
  readonly createdAt: Instant;
}

export async function readTenantSettings(
  db: Queryable,
  tenantId: TenantId,
): Promise<TenantSettings> {
  const { rows } = await db.query<TenantSettings>({
    name: "read_tenant_settings",
    text: `
      select tenants.id, tenants.name, tenants.time_zone as "timeZone", tenants.created_at as "createdAt"
      from write.tenants
      where tenants.id = $1`,
    values: [tenantId],
  });
  const [settings] = rows;
  if (settings === undefined) throw new Error("The tenant of a session is missing");
  return settings;
}

/** False: it was so before. */
export async function updateTimeZone(
  tx: Queryable,
  tenantId: TenantId,
  timeZone: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: "update_tenant_time_zone",
    text: `
      update write.tenants
      set time_zone = $2
      where tenants.id = $1
        and tenants.time_zone is distinct from $2`,
    values: [tenantId, timeZone],
  });
  return rowCount === 1;
}
