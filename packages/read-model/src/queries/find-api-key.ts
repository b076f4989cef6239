import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

export interface FoundApiKey {
  readonly tenantId: TenantId;
  readonly keyId: string;
}

/**
 * Whose key has this SHA-256 (64 hex digits); null when it is unknown, revoked, expired by the database's clock, or of an inactive
 * tenant. One of the two lookups without a tenant: it is what tells the tenant.
 */
export async function findApiKey(db: Queryable, keyHash: string): Promise<FoundApiKey | null> {
  const { rows } = await db.query<{ tenant_id: TenantId; key_id: string }>({
    name: "find_api_key",
    text: findApiKeyText,
    values: [keyHash],
  });
  const [row] = rows;
  return row === undefined ? null : { tenantId: row.tenant_id, keyId: row.key_id };
}

const findApiKeyText = `
select api_keys.tenant_id, api_keys.key_id
from read.api_keys
join read.tenants on tenants.tenant_id = api_keys.tenant_id
where api_keys.key_hash = decode($1, 'hex')
and api_keys.revoked_at is null
and (api_keys.expires_at is null or api_keys.expires_at > now())
and tenants.active`;
