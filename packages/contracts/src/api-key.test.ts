import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateApiKey, hashApiKey, parseApiKey } from "./api-key.ts";

describe("API key", () => {
  test("the checksum is the CRC-32 of zlib", () => {
    expect(crc32("123456789")).toBe(0xcbf43926);
  });

  test("a generated key has stk_, 43 characters of secret and 6 of checksum, and parses", () => {
    const key = generateApiKey();
    expect(key).toMatch(/^stk_[0-9A-Za-z]{49}$/);
    expect(parseApiKey(key)).toEqual({ key, prefix: key.slice(0, 8), lastFour: key.slice(-4) });
  });

  test("every 256-bit value has its own key, all of one length", () => {
    const lowest = generateApiKey(() => new Uint8Array(32));
    const highest = generateApiKey(() => new Uint8Array(32).fill(255));
    expect(lowest.slice(4, 47)).toBe("0".repeat(43));
    expect(highest).toHaveLength(lowest.length);
    fc.assert(
      fc.property(bytes32, bytes32, (one, other) => {
        const same = Buffer.from(one).equals(Buffer.from(other));
        return (generateApiKey(() => one) === generateApiKey(() => other)) === same;
      }),
    );
  });

  test("one changed character is noticed without a query", () => {
    fc.assert(
      fc.property(
        bytes32,
        fc.integer({ min: 4, max: 52 }),
        alphanumeric,
        (bytes, at, character) => {
          const key = generateApiKey(() => bytes);
          const changed = key.slice(0, at) + character + key.slice(at + 1);
          return (parseApiKey(changed) !== null) === (changed === key);
        },
      ),
    );
  });

  test.each([
    "",
    "stk_",
    "sk_x",
    `${generateApiKey()} `,
    `${generateApiKey()}\n`,
    "stk_".padEnd(53, "é"),
  ])("%j is not a key", (text) => {
    expect(parseApiKey(text)).toBeNull();
  });

  test("the hash is SHA-256 in hex", () => {
    expect(hashApiKey("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const alphanumeric = fc.constantFrom(
  ..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
);
