import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { Sealed } from "@shipment-tracking/secrets";

/** A key as the client sent it, and what it was sent with. */
export interface IdempotencyKey {
  readonly tenantId: TenantId;
  readonly key: string;
  /** SHA-256 of method, path and body. */
  readonly requestHash: Buffer;
}

export interface StoredAnswer {
  readonly requestHash: Buffer;
  readonly answer: Sealed;
}

/**
 * Claims a key for this transaction: false when another request has used it within 24 hours. While that other request is still at work
 * this statement waits for its end.
 */
export async function claimKey(db: Queryable, claim: IdempotencyKey): Promise<boolean> {
  const { rows } = await db.query({
    name: "claim_idempotency_key",
    text: `
      insert into write.idempotency_keys (tenant_id, key, request_hash, created_at)
      values ($1, $2, $3, now())
      on conflict (tenant_id, key) do update
      set request_hash = excluded.request_hash,
        status = null,
        answer_ciphertext = null,
        key_id = null,
        created_at = excluded.created_at
      where idempotency_keys.created_at < now() - interval '24 hours'
      returning idempotency_keys.key`,
    values: [claim.tenantId, claim.key, claim.requestHash],
  });
  return rows.length > 0;
}

/** Keeps the answer for the repeats of the request. */
export async function storeAnswer(
  db: Queryable,
  claim: IdempotencyKey,
  answer: Sealed & { readonly status: number },
): Promise<void> {
  await db.query({
    name: "store_idempotent_answer",
    text: `
      update write.idempotency_keys
      set status = $3,
        answer_ciphertext = $4,
        key_id = $5
      where idempotency_keys.tenant_id = $1
        and idempotency_keys.key = $2`,
    values: [claim.tenantId, claim.key, answer.status, answer.ciphertext, answer.keyId],
  });
}

interface Row {
  readonly request_hash: Buffer;
  readonly answer_ciphertext: Buffer | null;
  readonly key_id: string | null;
}

/** Null when the key is not there (any more) or has no answer. */
export async function findAnswer(
  db: Queryable,
  claim: IdempotencyKey,
): Promise<StoredAnswer | null> {
  const { rows } = await db.query<Row>({
    name: "find_idempotent_answer",
    text: `
      select idempotency_keys.request_hash, idempotency_keys.answer_ciphertext, idempotency_keys.key_id
      from write.idempotency_keys
      where idempotency_keys.tenant_id = $1
        and idempotency_keys.key = $2`,
    values: [claim.tenantId, claim.key],
  });
  const row = rows[0];
  if (row === undefined || row.answer_ciphertext === null || row.key_id === null) return null;
  return {
    requestHash: row.request_hash,
    answer: { keyId: row.key_id, ciphertext: row.answer_ciphertext },
  };
}
