/** An amount in minor units in the digits of its currency: 123456 EUR is `1,234.56 EUR`, 500 JPY is `500 JPY`. */
export function formatMinor(amountMinor: number, currency: string, digits: number): string {
  const negative = amountMinor < 0;
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, "0");
  const whole = digits === 0 ? text : text.slice(0, -digits);
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  const fraction = digits === 0 ? "" : `.${text.slice(-digits)}`;
  // a minus sign, which has the width of a digit
  return `${negative ? "−" : ""}${grouped}${fraction} ${currency}`;
}

/** What a person types, as minor units; null for anything else, and for more digits than the currency has. Takes `1234.5`, `1,234.50` and `1.234,50`. */
export function parseMinor(typed: string, digits: number): number | null {
  const bare = typed.trim().replaceAll(/[\s']/g, "");
  const match = /^(-?)((?:\d{1,3}(?:[.,]\d{3})+|\d+))(?:[.,](\d*))?$/.exec(
    unambiguous(bare, digits),
  );
  if (match === null) return null;
  const [, sign = "", whole = "", fraction = ""] = match;
  if (fraction.length > digits) return null;
  const minor = Number(whole.replaceAll(/[.,]/g, "") + fraction.padEnd(digits, "0"));
  if (!Number.isSafeInteger(minor)) return null;
  return sign === "-" && minor !== 0 ? -minor : minor;
}

/** `1.234` is a thousand and more only where the currency has no third digit. */
function unambiguous(bare: string, digits: number): string {
  const single = /^(-?\d+)([.,])(\d+)$/.exec(bare);
  if (single === null) return bare;
  const [, whole = "", , fraction = ""] = single;
  const groups = fraction.length === 3 && digits < 3 && /^-?[1-9]\d{0,2}$/.test(whole);
  return groups ? whole + fraction : `${whole}.${fraction}`;
}
