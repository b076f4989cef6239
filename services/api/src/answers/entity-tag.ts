import { hash } from "node:crypto";

/** The strong entity tag of a body: 160 bits of its SHA-256. The bytes are tagged, not a version, so equal tags are equal bytes. */
export function entityTag(body: Buffer): string {
  return `"${hash("sha256", body, "base64url").slice(0, 27)}"`;
}

/**
 * Whether an `If-None-Match` value matches the entity tag: `*`, or a list holding the tag, compared weakly (RFC 9110 13.1.2). What is
 * not an entity tag is skipped.
 */
export function matchesEntityTag(condition: string, tag: string): boolean {
  if (condition.trim() === "*") return true;
  for (const [listed] of condition.matchAll(/"[\x21\x23-\x7e\x80-\xff]*"/g)) {
    if (listed === tag) return true;
  }
  return false;
}
