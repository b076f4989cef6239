import type { Queryable } from "@shipment-tracking/postgres";
import { ConfigurationError } from "@shipment-tracking/runtime";
import type { KeyFingerprint, SecretBox } from "./secret-box.ts";

/**
 * Makes sure at start that this process has the keys under which the database's secrets are encrypted, and notes new ones. Throws a
 * `ConfigurationError` otherwise: with other keys, shared links could not be returned and new ones would be lost to the others.
 */
export async function checkEncryptionKeys(db: Queryable, box: SecretBox): Promise<void> {
  const known = await noteEncryptionKeys(db, box.fingerprints);
  const ours = new Map(box.fingerprints.map((key) => [key.keyId, key.fingerprint]));
  for (const { keyId, fingerprint } of known) {
    const own = ours.get(keyId);
    if (own === undefined) {
      throw new ConfigurationError([
        `SECRET_KEYS lacks the key "${keyId}", under which this database holds encrypted tokens: add it after the active key.`,
      ]);
    }
    if (!own.equals(fingerprint)) {
      throw new ConfigurationError([
        `SECRET_KEYS has another key under the name "${keyId}" than this database was used with: restore the original key, or give the new one a new name.`,
      ]);
    }
  }
}

/** Adds the keys that the database does not know and answers all that it knows. */
async function noteEncryptionKeys(
  db: Queryable,
  keys: readonly KeyFingerprint[],
): Promise<readonly KeyFingerprint[]> {
  await db.query({
    name: "note_encryption_keys",
    text: `
      insert into write.encryption_keys (key_id, fingerprint)
      select keys.key_id, keys.fingerprint
      from unnest($1::text[], $2::bytea[]) as keys (key_id, fingerprint)
      on conflict (key_id) do nothing`,
    values: [keys.map((key) => key.keyId), keys.map((key) => key.fingerprint)],
  });
  const { rows } = await db.query<{ readonly key_id: string; readonly fingerprint: Buffer }>({
    name: "list_encryption_keys",
    text: `
      select encryption_keys.key_id, encryption_keys.fingerprint
      from write.encryption_keys
      order by encryption_keys.key_id`,
  });
  return rows.map((row) => ({ keyId: row.key_id, fingerprint: row.fingerprint }));
}
