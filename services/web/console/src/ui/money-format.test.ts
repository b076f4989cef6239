import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMinor, parseMinor } from "./money-format.ts";

test.each([
  [123_456, "EUR", 2, "1,234.56 EUR"],
  [5, "EUR", 2, "0.05 EUR"],
  [0, "EUR", 2, "0.00 EUR"],
  [1_234_567, "JPY", 0, "1,234,567 JPY"],
  [1_234_567, "KWD", 3, "1,234.567 KWD"],
  [-250, "CHF", 2, "−2.50 CHF"],
])("%i %s with %i digits is %s", (amount, currency, digits, text) => {
  expect(formatMinor(amount, currency, digits)).toBe(text);
});

test.each([
  ["1234.5", 2, 123_450],
  ["1,234.50", 2, 123_450],
  ["1.234,50", 2, 123_450],
  ["1'234.50", 2, 123_450],
  ["1 234", 2, 123_400],
  ["1.234", 2, 123_400],
  ["1.234", 3, 1_234],
  ["0.5", 2, 50],
  ["0,05", 2, 5],
  ["12", 0, 12],
  ["1,234", 0, 1_234],
  ["-3.10", 2, -310],
  ["12.", 2, 1_200],
  ["12.345.678", 2, 1_234_567_800],
  ["1.5", 0, null],
  ["0.125", 2, null],
  ["12.5678", 2, null],
  ["1.23.45", 2, null],
  ["abc", 2, null],
  ["", 2, null],
  ["99999999999999999", 2, null],
])("%j with %i digits is %j", (typed, digits, amount) => {
  expect(parseMinor(typed, digits)).toBe(amount);
});

test("what is written can be typed back", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.constantFrom(0, 2, 3),
      (amount, digits) => {
        const text = formatMinor(amount, "", digits).trim();
        expect(parseMinor(text, digits)).toBe(amount);
      },
    ),
  );
});
