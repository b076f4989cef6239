import { randomBytes } from "node:crypto";

const prefix = "whsec_";
const keyBytes = 32;

/** A new signing secret: `whsec_` and the base64 of 32 random bytes (Standard Webhooks, "Secret"). */
export function generateSecret(): string {
  return prefix + randomBytes(keyBytes).toString("base64");
}

/**
 * The key inside a secret. Throws for anything that `generateSecret` cannot have made: a secret that was damaged on its way
 * must not sign. The message never shows the secret.
 */
export function secretKey(secret: string): Buffer {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : "";
  const key = Buffer.from(encoded, "base64");
  // Buffer.from skips what is not base64: only the way back proves that nothing was skipped
  if (key.length === keyBytes && key.toString("base64") === encoded) return key;
  throw new Error("A webhook secret is not whsec_ and the base64 of 32 bytes.");
}
