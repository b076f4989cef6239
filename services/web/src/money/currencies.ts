import * as table from "dinero.js/currencies";
import { z } from "zod";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { currency } from "../openapi/schemas/billing.ts";

/** `digits`: those of an amount behind the point. */
export type Currency = AnswerOf<typeof currency>;

/** The currencies that customers and invoices can have, by code; units of account and metals (XXX, XAU) are not among them. */
export const currencies: readonly Currency[] = Object.values(table)
  .map(({ code, base, exponent }) => ({ code, digits: digitsOf(base, exponent) }))
  .toSorted((one, other) => (one.code < other.code ? -1 : 1));

const codes: ReadonlySet<string> = new Set(currencies.map(({ code }) => code));

/** An ISO 4217 code in any case; the canonical form is upper case. */
export const currencyField = z.string().transform((given, context) => {
  const code = given.trim().toUpperCase();
  if (codes.has(code)) return code;
  context.addIssue({ code: "custom", message: "must be an ISO 4217 currency code such as EUR" });
  return z.NEVER;
});

/** ISO 4217 lists two digits for ouguiya and ariary, whose subunit is a fifth. */
function digitsOf(base: number, exponent: number): number {
  return base === 5 ? 2 : exponent;
}
