import { expect, test } from "vitest";
import { generateTrackingToken, hashTrackingToken, isTrackingToken } from "./tracking-token.ts";

test("a token is 32 random bytes as 43 base64url characters", () => {
  const token = generateTrackingToken(() => new Uint8Array(32).fill(251));
  expect(token).toBe("-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s");
  expect(isTrackingToken(token)).toBe(true);
  expect(generateTrackingToken()).not.toBe(generateTrackingToken());
});

test.each([
  "",
  "a".repeat(42),
  "a".repeat(44),
  `${"a".repeat(43)}\n`,
  `${"a".repeat(42)}=`,
  `${"a".repeat(42)}é`,
])("%j has not the shape of a token", (text) => {
  expect(isTrackingToken(text)).toBe(false);
});

test("the hash is SHA-256 of the text in hex", () => {
  expect(hashTrackingToken("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
