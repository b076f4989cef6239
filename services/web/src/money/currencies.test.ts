import { describe, expect, test } from "vitest";
import { currencies, currencyField } from "./currencies.ts";

describe("currencies", () => {
  test.each([
    ["JPY", 0],
    ["KRW", 0],
    ["EUR", 2],
    ["USD", 2],
    ["CHF", 2],
    ["MGA", 2],
    ["KWD", 3],
    ["BHD", 3],
    ["CLF", 4],
  ])("%s has %d digits", (code, digits) => {
    expect(currencies.find((currency) => currency.code === code)).toEqual({ code, digits });
  });

  test("are some 160, each once, in the order of their codes", () => {
    const codes = currencies.map((currency) => currency.code);
    expect(codes.length).toBeGreaterThan(150);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.toSorted()).toEqual(codes);
    expect(codes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
  });

  test("are read in any case", () => {
    expect(currencyField.parse(" eur ")).toBe("EUR");
  });

  test.each(["", "EURO", "XXX", "XAU", "E\0R", "constructor", "__proto__"])(
    "%j is none",
    (text) => {
      expect(currencyField.safeParse(text).success).toBe(false);
    },
  );
});
