import type { Queryable } from "@shipment-tracking/postgres";
import type { SecretBox } from "@shipment-tracking/secrets";
import { secretContext } from "@shipment-tracking/webhooks";

interface SecretsRow {
  readonly id: string;
  readonly secret_key_id: string;
  readonly secret_ciphertext: Buffer;
  readonly previous_secret_key_id: string | null;
  readonly previous_secret_ciphertext: Buffer | null;
}

/**
 * The secrets of the endpoints that have an inbox of the demonstration as their address, whoever's they are: a receiver knows the secret
 * because it was told, this one looks it up.
 */
export async function findInboxSecrets(
  db: Queryable,
  box: SecretBox,
  inbox: string,
): Promise<readonly string[]> {
  const { rows } = await db.query<SecretsRow>({
    text: `
      select endpoints.id, endpoints.secret_key_id, endpoints.secret_ciphertext,
        case when endpoints.previous_secret_until > now() then endpoints.previous_secret_key_id end as previous_secret_key_id,
        case when endpoints.previous_secret_until > now() then endpoints.previous_secret_ciphertext end
          as previous_secret_ciphertext
      from hooks.endpoints
      where endpoints.deleted_at is null
        and right(endpoints.url, length($1)) = $1`,
    values: [`/dev/webhooks/${inbox}`],
  });
  return rows.flatMap((row) => {
    const open = (keyId: string | null, ciphertext: Buffer | null): string[] =>
      keyId === null || ciphertext === null
        ? []
        : [box.open({ keyId, ciphertext }, secretContext(row.id))];
    return [
      ...open(row.secret_key_id, row.secret_ciphertext),
      ...open(row.previous_secret_key_id, row.previous_secret_ciphertext),
    ];
  });
}
