import fc from "fast-check";
import { expect, test } from "vitest";
import { cityKey } from "./city-key.ts";

test.each([
  ["Zürich", "ZU\u0308RICH"],
  ["Gießen", "GIESSEN"],
  ["Αθήνας", "ΑΘΉΝΑΣ"],
  ["Łódź", "ŁÓDŹ"],
  ["İstanbul", "i\u0307stanbul"],
  ["\u212bs", "ås"],
])("%s and %s are one city", (one, other) => {
  expect(cityKey(one)).toBe(cityKey(other));
});

test.each([
  ["Zürich", "Zurich"],
  ["Bern", "Berne"],
  ["St Gallen", "St. Gallen"],
  ["東京", "京都"],
])("%s and %s are two", (one, other) => {
  expect(cityKey(one)).not.toBe(cityKey(other));
});

test("a key is its own key, and is the same for every way to write the accents", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (city) => {
      const key = cityKey(city);
      expect(cityKey(key)).toBe(key);
      expect(cityKey(city.normalize("NFD"))).toBe(key);
      expect(cityKey(city.toUpperCase())).toBe(key);
    }),
    { numRuns: 2_000 },
  );
});
