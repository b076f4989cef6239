import type { TenantId } from "@shipment-tracking/domain";
import { plainBytesArray, type Queryable } from "@shipment-tracking/postgres";
import { stampColumns, stampOf, type Stamp, type StampRow } from "./stamp.ts";

export interface FoundApiKey {
  readonly tenantId: TenantId;
  readonly keyId: string;
  /** How the tenant's read tables stood when the key was looked up. */
  readonly stamp: Stamp;
}

interface ApiKeyRow extends StampRow {
  readonly key_hash: string;
  readonly tenant_id: TenantId;
  readonly key_id: string;
}

/**
 * Whose keys have these SHA-256s (64 hex digits), by hash, in one look for all who wait. One that is unknown, revoked, expired by the database's
 * clock, or of an inactive tenant is absent. One of the two lookups without a tenant: it is what tells the tenant.
 */
export async function findApiKeys(
  db: Queryable,
  keyHashes: readonly string[],
): Promise<ReadonlyMap<string, FoundApiKey>> {
  const { rows } = await db.query<ApiKeyRow>({
    name: "find_api_keys",
    text: findApiKeysText,
    values: [plainBytesArray(keyHashes)],
  });
  return new Map(rows.flatMap((row) => found(row)));
}

/** `findApiKeys` for one; null when it opens nothing. */
export async function findApiKey(db: Queryable, keyHash: string): Promise<FoundApiKey | null> {
  const all = await findApiKeys(db, [keyHash]);
  return all.get(keyHash) ?? null;
}

function found(row: ApiKeyRow): [string, FoundApiKey][] {
  const stamp = stampOf(row);
  return stamp === null
    ? []
    : [[row.key_hash, { tenantId: row.tenant_id, keyId: row.key_id, stamp }]];
}

/**
 * What a key opens, with the stamp of its tenant: no row where it is revoked or expired, or the tenant not active. The limit keeps the planner from
 * taking the lookups apart: it expects ten keys of each array and rather reads all keys there are, at each look, with statistics and without.
 */
export const openedByKey = `
cross join lateral (
  select api_keys.tenant_id, api_keys.key_id,${stampColumns}
  from read.api_keys
  join read.tenants on tenants.tenant_id = api_keys.tenant_id
  where api_keys.key_hash = wanted.key_hash
  and api_keys.revoked_at is null
  and (api_keys.expires_at is null or api_keys.expires_at > now())
  and tenants.active
  limit 1
) as opened`;

// the array is selected, so that one plan serves any number of keys: planning takes longer than the look
export const findApiKeysText = `
select encode(wanted.key_hash, 'hex') as key_hash, opened.*
from unnest((select $1::bytea[])) as wanted (key_hash)${openedByKey}`;
