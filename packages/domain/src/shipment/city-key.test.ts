import fc from "fast-check";
import { expect, test } from "vitest";
import { cityKey } from "./city-key.ts";

test.each([
  ["Zürich", "ZU\u0308RICH"],
  ["Gießen", "GIESSEN"],
  ["Gießen", "GIEẞEN"],
  ["Αθήνας", "ΑΘΉΝΑΣ"],
  ["Łódź", "ŁÓDŹ"],
  ["İstanbul", "i\u0307stanbul"],
  ["\u212bs", "ås"],
  ["\u1f80\u0308", "\u03b1\u0313\u0308\u0345"],
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

// U+0345 alone is left out: no city has it, and its upper case is a letter that composes with other marks
const cities = fc.string({ unit: "grapheme" }).filter((city) => !city.includes("\u0345"));

test("a key is its own key, and is the same for every way to write case and accents", () => {
  fc.assert(
    fc.property(cities, (city) => {
      const key = cityKey(city);
      expect(cityKey(key)).toBe(key);
      expect(cityKey(city.normalize("NFD"))).toBe(key);
      expect(cityKey(city.toUpperCase())).toBe(key);
      expect(cityKey(city.toLowerCase())).toBe(key);
    }),
    { numRuns: 1_000 },
  );
});
