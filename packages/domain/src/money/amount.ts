const quantityPattern = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/;

/** True for a quantity above zero: decimal digits, at most nine before the point and six after it; no sign, exponent or leading zero. */
export function isQuantity(text: string): boolean {
  return quantityPattern.test(text) && /[1-9]/.test(text);
}

/**
 * quantity × unit amount in the currency's minor unit, rounded half to even (0.5 → 0, 1.5 → 2, -2.5 → -2): over many lines the halves
 * then favour neither side. Exact whatever the factors. Null when the result is no safe integer; RangeError for what is no quantity.
 */
export function lineAmountMinor(quantity: string, unitAmountMinor: number): number | null {
  if (!isQuantity(quantity)) throw new RangeError("not a quantity");
  const [whole = "", decimals = ""] = quantity.split(".");
  const product = BigInt(whole + decimals) * BigInt(unitAmountMinor);
  return safe(divideHalfEven(product, 10n ** BigInt(decimals.length)));
}

/** Null when the sum is no safe integer. */
export function sumMinor(amounts: readonly number[]): number | null {
  return safe(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n));
}

function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const quotient = magnitude / divisor;
  const twiceRest = (magnitude % divisor) * 2n;
  const up = twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return dividend < 0n ? -rounded : rounded;
}

function safe(amount: bigint): number | null {
  const number = Number(amount);
  return Number.isSafeInteger(number) ? number : null;
}
