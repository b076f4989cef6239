import { createHmac } from "node:crypto";
import { secretKey } from "./secret.ts";

/** What a signature covers. */
export interface SignedMessage {
  /** The message's id, the same on every attempt; without a full stop, which separates the signed parts. */
  readonly id: string;
  /** Unix time of the attempt in whole seconds. */
  readonly timestampSeconds: number;
  /** The bytes that are sent: signed as they are, never parsed. */
  readonly body: Buffer;
}

/**
 * The value of `webhook-signature`: one `v1,<base64>` per secret, separated by spaces, in the order given. While a rotation
 * overlaps both secrets sign, newest first (Standard Webhooks, "Signature scheme" and "Secret rotation").
 */
export function sign(message: SignedMessage, secrets: readonly string[]): string {
  if (secrets.length === 0) throw new Error("A webhook cannot be signed without a secret.");
  if (message.id.includes(".")) throw new Error("A webhook id must not contain a full stop.");
  if (!Number.isSafeInteger(message.timestampSeconds)) {
    throw new Error("A webhook timestamp is not in whole seconds.");
  }
  return secrets.map((secret) => `v1,${signature(message, secret)}`).join(" ");
}

function signature(message: SignedMessage, secret: string): string {
  return createHmac("sha256", secretKey(secret))
    .update(`${message.id}.${String(message.timestampSeconds)}.`)
    .update(message.body)
    .digest("base64");
}
