import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** The tenant whose API key has this id (a UUID); null when there is no such key. */
export async function findKeyTenant(db: Queryable, keyId: string): Promise<TenantId | null> {
  const { rows } = await db.query<{ readonly tenant_id: TenantId }>({
    text: `
      select api_keys.tenant_id
      from write.api_keys
      where api_keys.id = $1`,
    values: [keyId],
  });
  return rows[0]?.tenant_id ?? null;
}
