import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isQuantity, lineAmountMinor, sumMinor } from "./amount.ts";

describe("a quantity", () => {
  test.each(["1", "2.5", "0.000001", "999999999.999999", "10.50"])("%s is one", (text) => {
    expect(isQuantity(text)).toBe(true);
  });

  test.each([
    "0",
    "0.000",
    "-1",
    "+1",
    "1e3",
    "007",
    ".5",
    "1.",
    "1,5",
    "1.0000001",
    "1234567890",
    " 1",
    "1\n",
    "",
    "NaN",
    "Infinity",
    "٣",
    "0x10",
  ])("%j is none", (text) => {
    expect(isQuantity(text)).toBe(false);
  });
});

describe("a line's amount is rounded half to even", () => {
  test.each([
    ["0.5", 1, 0],
    ["1.5", 1, 2],
    ["2.5", 1, 2],
    ["0.5", 3, 2],
    ["0.5", -1, 0],
    ["0.5", -3, -2],
    ["2.5", -1, -2],
    ["0.51", 1, 1],
    ["0.49", 1, 0],
    ["2.500001", 1, 3],
    ["3", 1999, 5997],
    ["0.1", 3, 0],
    ["1.005", 1000, 1005],
    ["0.333333", 300, 100],
    ["1", 9007199254740991, 9007199254740991],
    ["0.5", 9007199254740991, 4503599627370496],
  ])("%s × %d = %d", (quantity, unit, amount) => {
    expect(lineAmountMinor(quantity, unit)).toBe(amount);
  });

  test.each([
    ["2", 9007199254740991],
    ["1.000001", 9007199254740991],
    ["999999999", -9007199254740991],
  ])("%s × %d is beyond what an amount can be", (quantity, unit) => {
    expect(lineAmountMinor(quantity, unit)).toBeNull();
  });

  test("a text that is no quantity is the caller's mistake", () => {
    expect(() => lineAmountMinor("1e3", 1)).toThrow(RangeError);
  });

  // in millionths, so that the exact product is known without decimals
  const millionths = fc.bigInt({ min: 1n, max: 999_999_999_999_999n });
  const unit = fc.maxSafeInteger();
  const asText = (value: bigint) =>
    `${String(value / 1_000_000n)}.${String(value % 1_000_000n).padStart(6, "0")}`;

  test("is the nearest integer, and of two the even one", () => {
    fc.assert(
      fc.property(millionths, unit, (value, unit) => {
        const amount = lineAmountMinor(asText(value), unit);
        const exact = value * BigInt(unit);
        if (amount === null) {
          const limit = 1_000_000n * BigInt(Number.MAX_SAFE_INTEGER);
          expect(exact > limit || exact < -limit).toBe(true);
          return;
        }
        const distance = exact - BigInt(amount) * 1_000_000n;
        const off = distance < 0n ? -distance : distance;
        expect(off <= 500_000n).toBe(true);
        if (off === 500_000n) expect(amount % 2).toBe(0);
      }),
    );
  });

  test("halves, which random factors hardly meet, go to the even side", () => {
    const odd = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((n) => 2 * n + 1);
    fc.assert(
      fc.property(odd, (unit) => {
        const amount = lineAmountMinor("0.5", unit);
        expect(Math.abs((amount ?? Infinity) * 2 - unit)).toBe(1);
        expect(Math.abs((amount ?? 1) % 2)).toBe(0);
      }),
    );
  });

  test("mirrors with the sign and does not depend on trailing zeros", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), fc.integer(), (tenths, unit) => {
        const quantity = `${String(Math.trunc(tenths / 10))}.${String(tenths % 10)}`;
        const amount = lineAmountMinor(quantity, unit);
        expect(lineAmountMinor(`${quantity}000`, unit)).toBe(amount);
        expect(lineAmountMinor(quantity, -unit)).toBe(amount === 0 ? 0 : -(amount ?? NaN));
      }),
    );
  });
});

describe("a sum", () => {
  test("is exact up to 2^53 - 1, even when it goes beyond on the way", () => {
    expect(sumMinor([])).toBe(0);
    expect(sumMinor([9007199254740991, 9007199254740991, -9007199254740991])).toBe(
      9007199254740991,
    );
  });

  test("is refused beyond", () => {
    expect(sumMinor([9007199254740991, 1])).toBeNull();
    expect(sumMinor([-9007199254740991, -1])).toBeNull();
  });
});
