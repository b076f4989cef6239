import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** A key of the right shape and checksum; whether it is known is the database's to say. */
export interface ParsedApiKey {
  /** The key itself: shown once, never logged, never stored. */
  readonly key: string;
  /** Start of the key as lists show it, for example `stk_3fA9`. */
  readonly prefix: string;
  readonly lastFour: string;
}

/**
 * Makes a key: `stk_`, 43 base62 characters of 256 random bits, 6 base62 characters of the CRC-32 of what precedes.
 * Source: decisions on API keys. `random` exists for tests.
 */
export function generateApiKey(random: (size: number) => Uint8Array = randomBytes): string {
  // 62^43 > 2^256: every value has exactly one text, so the characters carry the bits without bias
  const secret = BigInt(`0x${Buffer.from(random(32)).toString("hex")}`);
  const body = `stk_${base62(secret, 43)}`;
  return body + checksum(body);
}

/** Null unless the text has the key's shape and its checksum is right: a typing error costs no query. */
export function parseApiKey(text: string): ParsedApiKey | null {
  if (!/^stk_[0-9A-Za-z]{49}$/.test(text)) return null;
  if (checksum(text.slice(0, -6)) !== text.slice(-6)) return null;
  return { key: text, prefix: text.slice(0, 8), lastFour: text.slice(-4) };
}

/** SHA-256 as 64 lower-case hex digits: the only form in which keys are stored and compared. */
export function hashApiKey(key: string): string {
  return hash("sha256", key, "hex");
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function checksum(body: string): string {
  let text = "";
  // without big integers, since every request has a key to check
  for (let rest = crc32(body); text.length < 6; rest = Math.trunc(rest / 62)) {
    text = digits.charAt(rest % 62) + text;
  }
  return text;
}

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) {
    text = digits.charAt(Number(rest % 62n)) + text;
  }
  return text;
}
