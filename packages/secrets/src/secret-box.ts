import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

/** An AES-256 key under the name that is stored beside what it encrypts. */
export interface SecretKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** Encrypted under the key `keyId`: nonce (12 bytes), ciphertext, tag (16 bytes). */
export interface Sealed {
  readonly keyId: string;
  readonly ciphertext: Buffer;
}

/** Keeps what must be readable again (tracking tokens, stored answers) from being readable in the database alone. */
export interface SecretBox {
  /** `context` says what the secret belongs to; it must be the same to open it, so that rows cannot be exchanged. */
  seal(plaintext: string, context: string): Sealed;
  /** Throws when the key is not there or the ciphertext was not sealed for this context. */
  open(sealed: Sealed, context: string): string;
  readonly fingerprints: readonly KeyFingerprint[];
}

/** Tells keys apart without telling anything about them. */
export interface KeyFingerprint {
  readonly keyId: string;
  readonly fingerprint: Buffer;
}

export type ParsedSecretKeys =
  | { readonly ok: true; readonly keys: readonly SecretKey[] }
  | { readonly ok: false; readonly reason: string };

/** Reads `id:base64,id:base64`: keys of 32 bytes, the first one encrypts, the others still decrypt. */
export function parseSecretKeys(text: string): ParsedSecretKeys {
  const keys: SecretKey[] = [];
  for (const entry of text.split(",")) {
    const match = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(entry.trim());
    const [, id, base64] = match ?? [];
    if (id === undefined || base64 === undefined) {
      return { ok: false, reason: "each key is written id:base64, with 32 bytes in base64" };
    }
    if (keys.some((key) => key.id === id)) return { ok: false, reason: `key ${id} is given twice` };
    keys.push({ id, key: Buffer.from(base64, "base64") });
  }
  return { ok: true, keys };
}

/** AES-256-GCM. The first key seals, every key opens. Throws when there is none. */
export function createSecretBox(keys: readonly SecretKey[]): SecretBox {
  const [active] = keys;
  if (active === undefined) throw new RangeError("A secret box needs a key");
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  return {
    seal: (plaintext, context) => seal(active, plaintext, context),
    open: ({ keyId, ciphertext }, context) => {
      const key = byId.get(keyId);
      if (key === undefined) throw new Error(`There is no encryption key ${keyId}`);
      return open(key, ciphertext, context);
    },
    fingerprints: keys.map(({ id, key }) => ({
      keyId: id,
      fingerprint: createHmac("sha256", key).update("fingerprint").digest(),
    })),
  };
}

const nonceBytes = 12;
const tagBytes = 16;

function seal({ id, key }: SecretKey, plaintext: string, context: string): Sealed {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(context, "utf8"));
  const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return { keyId: id, ciphertext: Buffer.concat([nonce, body, cipher.getAuthTag()]) };
}

function open(key: Uint8Array, ciphertext: Buffer, context: string): string {
  const decipher = createDecipheriv("aes-256-gcm", key, ciphertext.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context, "utf8"));
  decipher.setAuthTag(ciphertext.subarray(-tagBytes));
  const body = ciphertext.subarray(nonceBytes, -tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}
