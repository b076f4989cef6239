import { describe, expect, test } from "vitest";
import { foldedIdentifier, foldedWords } from "./fold-text.ts";
import { maxIdentifiers, parseSearch } from "./parse-search.ts";

describe("folding", () => {
  test.each([
    ["ZÜRICH", ["zurich"]],
    ["Zu\u0308rich", ["zurich"]],
    ["Łódź Płock", ["lodz", "plock"]],
    ["Straße", ["strasse"]],
    ["Ærø", ["aero"]],
    ["İstanbul", ["istanbul"]],
    ["МОСКВА", ["москва"]],
    ["SHP-000123/a", ["shp", "000123", "a"]],
    ["“DHL” & Co.", ["dhl", "co"]],
    ["ﬁrm ２０２６", ["firm", "2026"]],
    ["東京　港", ["東京", "港"]],
    ["---", []],
  ])("%s has the words %j", (text, words) => {
    expect(foldedWords(text)).toEqual(words);
  });

  test("an identifier keeps its signs and loses what would end it", () => {
    expect(foldedIdentifier(" PO-4711/ä 'x\\")).toBe("po-4711/ax");
  });
});

describe("what is typed", () => {
  test.each([
    ["", null],
    [" \n ", null],
    ["bern", { identifiers: [], words: ["bern"] }],
    ["Bern 4711", { identifiers: [], words: ["bern", "4711"] }],
    ["bern Bern", { identifiers: [], words: ["bern"] }],
    ["SHP-1", { identifiers: ["SHP-1"], words: ["shp", "1"] }],
    ["SHP-2 SHP-1 shp-2", { identifiers: ["SHP-2", "SHP-1"], words: ["shp", "2", "1"] }],
    ["b2;a1,\r\n c3", { identifiers: ["b2", "a1", "c3"], words: ["b2", "a1", "c3"] }],
    ["Bern, Thun", { identifiers: ["Bern", "Thun"], words: ["bern", "thun"] }],
    ["!?", { identifiers: [], words: [] }],
  ])("%j asks for %j", (text, search) => {
    expect(parseSearch(text)).toEqual({ ok: true, search });
  });

  test("up to 50 numbers are taken, and too many words for a search by words are no fault then", () => {
    const numbers = Array.from({ length: maxIdentifiers + 1 }, (_, index) => `N${String(index)}`);
    expect(parseSearch(numbers.slice(1).join("\n"))).toMatchObject({
      ok: true,
      search: { identifiers: numbers.slice(1), words: [] },
    });
    expect(parseSearch(numbers.join("\n"))).toEqual({
      ok: false,
      reason: "must be at most 50 numbers",
    });
    expect(parseSearch("a b c d e f g h i j k")).toEqual({
      ok: false,
      reason: "must be at most 10 words",
    });
  });
});
