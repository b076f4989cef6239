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

/**
 * What a person types, as minor units; null for anything else, and for more digits than the currency has. Takes `1234.5`, `1,234.50` and `1.234,50`. A
 * single separator before three digits is a thousand's, unless the currency has three digits.
 */
export function parseMinor(typed: string, digits: number): number | null {
  const [, sign = "", number = ""] = /^(-?)(\d[\d.,]*)$/.exec(typed.replaceAll(/[\s']/g, "")) ?? [];
  if (number === "") return null;
  const at = decimalAt(number, digits);
  const whole = withoutGroups(at === null ? number : number.slice(0, at));
  const fraction = at === null ? "" : number.slice(at + 1);
  if (whole === null || fraction.length > digits) return null;
  const minor = Number(whole + fraction.padEnd(digits, "0"));
  if (!Number.isSafeInteger(minor)) return null;
  return sign === "-" && minor !== 0 ? -minor : minor;
}

/** Where the decimal separator is; null: there is none. */
function decimalAt(number: string, digits: number): number | null {
  const separators = [...number.matchAll(/[.,]/g)];
  const [first] = separators;
  const last = separators.at(-1);
  if (first === undefined || last === undefined) return null;
  if (separators.length > 1) return first[0] === last[0] ? null : last.index;
  const isGroup = digits < 3 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(number);
  return isGroup ? null : last.index;
}

/** `1,234,567` → `1234567`; null when the separators are not those of thousands, or not all the same. */
function withoutGroups(whole: string): string | null {
  if (/^\d+$/.test(whole)) return whole;
  return /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole) ? whole.replaceAll(/[.,]/g, "") : null;
}
