import { describe, expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";

describe("text", () => {
  test.each([
    ["  Zu\u0308rich\u00a0", "Zürich"],
    ["a  b", "a  b"],
    ["\u200fשלום\u200f", "\u200fשלום\u200f"],
    ["👩‍👩‍👧", "👩‍👩‍👧"],
    ["", ""],
    [" \u200b\u2060 ", ""],
  ])("%j is kept as %j", (given, text) => {
    expect(cleanText(given, { max: 20 })).toEqual({ ok: true, text });
  });

  test.each([
    ["a\u0000", "must not contain control characters"],
    ["a\u009fb", "must not contain control characters"],
    ["a\nb", "must not contain control characters"],
    ["\ud800", "is not valid Unicode text"],
    ["a\udc00b", "is not valid Unicode text"],
    ["x".repeat(21), "must be at most 20 characters long"],
    ["😀".repeat(21), "must be at most 20 characters long"],
  ])("%j is refused: it %s", (given, reason) => {
    expect(cleanText(given, { max: 20 })).toEqual({ ok: false, reason });
  });

  test("counts characters, not code units, after normalisation", () => {
    expect(cleanText("😀".repeat(20), { max: 20 }).ok).toBe(true);
    expect(cleanText("u\u0308".repeat(20), { max: 20 }).ok).toBe(true);
  });

  test("of several lines keeps line breaks and tabs but no other control character", () => {
    const rules = { max: 20, multiline: true };
    expect(cleanText("a\r\nb\rc\td\n", rules)).toEqual({ ok: true, text: "a\nb\nc\td" });
    expect(cleanText("a\u001bb", rules).ok).toBe(false);
  });
});
