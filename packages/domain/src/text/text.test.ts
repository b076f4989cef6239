import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBlank } from "./blank.ts";
import { lengthInCharacters } from "./length.ts";
import { normalizeText } from "./normalize-text.ts";

describe("text as it is stored", () => {
  test.each([
    ["  Bern\u00a0", "Bern"],
    ["Zu\u0308rich", "Zürich"],
    ["left\r\nwith\tthe\n\nporter", "left with the porter"],
    ["a\u0000b\u0007c\u007fd\u009fe", "abcde"],
    ["line\u0085break", "line break"],
    ["\u0000 x \u0000", "x"],
    ["📦 東京 \u200fمرحبا", "📦 東京 \u200fمرحبا"],
    [" \t\n", ""],
  ])("%j is stored as %j", (text, stored) => {
    expect(normalizeText(text)).toBe(stored);
  });

  test.each(["\ud800", "a\udc00b", "\udc00\ud800", "x\ud83d"])("%j cannot be stored", (text) => {
    expect(normalizeText(text)).toBeNull();
  });

  test("stays what it is when it is stored again, and carries no control character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const stored = normalizeText(text) ?? "not storable";
        expect(normalizeText(stored)).toBe(stored);
        expect(stored).not.toMatch(/\p{Cc}/u);
        expect(stored).toBe(stored.trim().normalize("NFC"));
      }),
      { numRuns: 2_000 },
    );
  });
});

test("blank is what shows nothing", () => {
  for (const text of ["", " ", "\u00a0\t", "\u200b\u200d", "\ufeff", "\u3164", "\u0000"]) {
    expect(isBlank(text)).toBe(true);
  }
  for (const text of ["a", " . ", "京", "\u200bx", "0"]) expect(isBlank(text)).toBe(false);
});

test("length counts characters, not the units they are coded in", () => {
  expect(lengthInCharacters("")).toBe(0);
  expect(lengthInCharacters("Zürich")).toBe(6);
  expect(lengthInCharacters("📦📦")).toBe(2);
});
