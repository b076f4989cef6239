import { hash, randomBytes } from "node:crypto";

/** 32 random bytes as base64url without padding: 43 characters. Source: decisions on the tracking token. */
export function generateTrackingToken(random: (size: number) => Uint8Array = randomBytes): string {
  return Buffer.from(random(32)).toString("base64url");
}

/** Shape only; a text of any other shape is answered 404 without a query. */
export function isTrackingToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** SHA-256 of the token's text as 64 lower-case hex digits: the only form that events and read tables carry. */
export function hashTrackingToken(token: string): string {
  return hash("sha256", token, "hex");
}
