import type { Queryable } from "@shipment-tracking/postgres";
import { ConfigurationError } from "@shipment-tracking/runtime";
import type { KeyFingerprint, SecretBox } from "@shipment-tracking/secrets";

/**
 * Makes sure at start that this process has the keys under which the database's secrets are encrypted, and notes new ones. Throws a
 * `ConfigurationError` otherwise: with other keys, shared links could not be returned and new ones would be lost to the others.
 */
export async function checkEncryptionKeys(db: Queryable, box: SecretBox): Promise<void> {
  const known = await noteEncryptionKeys(db, box.fingerprints);
  const fault = faultOf(known, box.fingerprints);
  if (fault === null) return;
  throw new ConfigurationError([
    fault.fault === "missing"
      ? `SECRET_KEYS lacks the key "${fault.keyId}", under which this database holds encrypted tokens: add it after the active key.`
      : `SECRET_KEYS has another key under the name "${fault.keyId}" than this database was used with: restore the original key, or give the new one a new name.`,
  ]);
}

export type KeyFault =
  | { readonly fault: "missing"; readonly keyId: string }
  /** Another key has this name. */
  | { readonly fault: "other"; readonly keyId: string };

/** The first key under which the database holds secrets and that these keys do not have; null when all fit. Only reads. */
export async function findKeyFault(
  db: Queryable,
  fingerprints: readonly KeyFingerprint[],
): Promise<KeyFault | null> {
  return faultOf(await listEncryptionKeys(db), fingerprints);
}

function faultOf(
  known: readonly KeyFingerprint[],
  own: readonly KeyFingerprint[],
): KeyFault | null {
  const ours = new Map(own.map((key) => [key.keyId, key.fingerprint]));
  for (const { keyId, fingerprint } of known) {
    const match = ours.get(keyId);
    if (match === undefined) return { fault: "missing", keyId };
    if (!match.equals(fingerprint)) return { fault: "other", keyId };
  }
  return null;
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
  return listEncryptionKeys(db);
}

async function listEncryptionKeys(db: Queryable): Promise<readonly KeyFingerprint[]> {
  const { rows } = await db.query<{ readonly key_id: string; readonly fingerprint: Buffer }>({
    name: "list_encryption_keys",
    text: `
      select encryption_keys.key_id, encryption_keys.fingerprint
      from write.encryption_keys
      order by encryption_keys.key_id`,
  });
  return rows.map((row) => ({ keyId: row.key_id, fingerprint: row.fingerprint }));
}
