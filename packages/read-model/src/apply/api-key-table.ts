import type { Queryable } from "@shipment-tracking/postgres";
import type { ApiKeyRow } from "../project/project-account.ts";
import type { StreamKey } from "./stream-key.ts";

export async function loadApiKeys(
  db: Queryable,
  keys: readonly StreamKey[],
): Promise<ReadonlyMap<string, ApiKeyRow>> {
  const { rows } = await db.query<ApiKeyRow>({
    text: `
select
  api_keys.tenant_id as "tenantId",
  api_keys.key_id as "keyId",
  encode(api_keys.key_hash, 'hex') as "keyHash",
  api_keys.expires_at as "expiresAt",
  api_keys.revoked_at as "revokedAt",
  api_keys.stream_version as version
from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, key_id)
join read.api_keys on api_keys.tenant_id = wanted.tenant_id and api_keys.key_id = wanted.key_id`,
    values: [keys.map((key) => key.tenantId), keys.map((key) => key.streamId)],
  });
  return new Map(rows.map((row) => [row.keyId, row]));
}

export async function saveApiKeys(db: Queryable, rows: readonly ApiKeyRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { rowCount } = await db.query({
    text: `
insert into read.api_keys (key_hash, tenant_id, key_id, expires_at, revoked_at, stream_version)
select
  decode(api_key.key_hash, 'hex'),
  api_key.tenant_id,
  api_key.key_id,
  api_key.expires_at,
  api_key.revoked_at,
  api_key.stream_version
from unnest($1::text[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::integer[])
  as api_key (key_hash, tenant_id, key_id, expires_at, revoked_at, stream_version)
on conflict (key_id) do update
set revoked_at = excluded.revoked_at, stream_version = excluded.stream_version
where excluded.stream_version > api_keys.stream_version`,
    values: [
      rows.map((row) => row.keyHash),
      rows.map((row) => row.tenantId),
      rows.map((row) => row.keyId),
      rows.map((row) => row.expiresAt),
      rows.map((row) => row.revokedAt),
      rows.map((row) => row.version),
    ],
  });
  if (rowCount !== rows.length) throw new Error("A read row is newer than the position says");
}
