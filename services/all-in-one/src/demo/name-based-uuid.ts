import { createHash } from "node:crypto";

/** The same UUID for the same names, always (RFC 9562, version 8: a hash of our choice). What runs twice then finds its own rows. */
export function nameBasedUuid(...names: readonly (string | number)[]): string {
  const hex = createHash("sha256").update(JSON.stringify(names)).digest("hex");
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) % 4)).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
