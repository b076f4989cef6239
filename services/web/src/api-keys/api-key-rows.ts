import type { Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { apiKey } from "../openapi/schemas/api-keys.ts";

/** What is kept of a key; the key itself is not. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  /** First characters, as shown in lists. */
  readonly prefix: string;
  readonly lastFour: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
}

export async function insertApiKey(
  db: Queryable,
  tenantId: TenantId,
  key: ApiKeyRecord & { readonly keyHash: string; readonly createdBy: string | null },
): Promise<void> {
  await db.query({
    name: "insert_api_key",
    text: `
      insert into write.api_keys (id, tenant_id, version, key_hash, name, prefix, last_four, created_by, created_at, expires_at)
      values ($1, $2, 1, decode($3, 'hex'), $4, $5, $6, $7, $8, $9)`,
    values: [
      key.id,
      tenantId,
      key.keyHash,
      key.name,
      key.prefix,
      key.lastFour,
      key.createdBy,
      key.createdAt,
      key.expiresAt,
    ],
  });
}

interface ListRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly last_four: string;
  readonly created_by: string | null;
  readonly creator_name: string | null;
  readonly created_at: Instant;
  readonly last_used_at: Instant | null;
  readonly expires_at: Instant | null;
  readonly revoked_at: Instant | null;
}

/** The tenant's keys, newest first, revoked ones included. */
export async function listApiKeys(
  db: Queryable,
  tenantId: TenantId,
): Promise<readonly AnswerOf<typeof apiKey>[]> {
  const { rows } = await db.query<ListRow>({
    name: "list_api_keys",
    text: `
      select api_keys.id, api_keys.name, api_keys.prefix, api_keys.last_four, api_keys.created_by, users.name as creator_name,
        api_keys.created_at, api_key_uses.last_used_at, api_keys.expires_at, api_keys.revoked_at
      from write.api_keys
      left join write.users on users.id = api_keys.created_by
      left join usage.api_key_uses on api_key_uses.key_id = api_keys.id
      where api_keys.tenant_id = $1
      order by api_keys.created_at desc, api_keys.id desc`,
    values: [tenantId],
  });
  return rows.map((row): AnswerOf<typeof apiKey> => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    lastFour: row.last_four,
    creator: row.created_by === null ? null : { id: row.created_by, name: row.creator_name ?? "" },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }));
}

export interface LockedApiKey {
  readonly version: number;
  readonly revoked: boolean;
  readonly name: string;
  readonly lastFour: string;
}

/** Locks the key's row. Null when the tenant has no such key. */
export async function lockApiKey(
  db: Queryable,
  tenantId: TenantId,
  keyId: string,
): Promise<LockedApiKey | null> {
  const { rows } = await db.query<LockedApiKey>({
    name: "lock_api_key",
    text: `
      select api_keys.version, api_keys.revoked_at is not null as revoked, api_keys.name, api_keys.last_four as "lastFour"
      from write.api_keys
      where api_keys.tenant_id = $1
        and api_keys.id = $2
      for update`,
    values: [tenantId, keyId],
  });
  return rows[0] ?? null;
}

export async function markRevoked(db: Queryable, keyId: string, at: Instant): Promise<void> {
  await db.query({
    name: "mark_api_key_revoked",
    text: `
      update write.api_keys
      set revoked_at = $2,
        version = api_keys.version + 1
      where api_keys.id = $1`,
    values: [keyId, at],
  });
}
