import { type ChargeCode, priceLines } from "@shipment-tracking/domain";
import { formatMinor, parseMinor } from "../ui/index.ts";
import type { Invoice } from "./invoice.ts";

/** A line as the service takes it. */
interface DraftLine {
  readonly chargeCode: ChargeCode;
  readonly description: string;
  readonly quantity: string;
  readonly unitAmountMinor: number;
}

/** A line as it is typed. */
export interface TypedLine {
  /** Only for React. */
  readonly key: number;
  readonly chargeCode: ChargeCode;
  readonly description: string;
  readonly quantity: string;
  readonly unitAmount: string;
}

let keys = 0;

export function emptyLine(): TypedLine {
  keys += 1;
  return { key: keys, chargeCode: "freight", description: "", quantity: "1", unitAmount: "" };
}

export function typedLines(invoice: Invoice, digits: number): readonly TypedLine[] {
  return invoice.lineItems.map((line) => ({
    ...emptyLine(),
    chargeCode: line.chargeCode,
    description: line.description,
    quantity: line.quantity,
    unitAmount: plainAmount(line.unitAmountMinor, digits),
  }));
}

/** 1050 with two digits → `10.50`: what `parseMinor` reads again. */
function plainAmount(amountMinor: number, digits: number): string {
  const text = formatMinor(Math.abs(amountMinor), "", digits).replaceAll(",", "").trim();
  return amountMinor < 0 ? `-${text}` : text;
}

export type ReadLines =
  | { readonly ok: true; readonly lines: readonly DraftLine[] }
  /** By `<index>.<field>`. */
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> };

export function readLines(typed: readonly TypedLine[], digits: number): ReadLines {
  const errors: Record<string, string> = {};
  const lines = typed.map((line, index): DraftLine => {
    const unitAmountMinor = parseMinor(line.unitAmount, digits);
    if (line.description.trim() === "")
      errors[`${String(index)}.description`] = "Say what it is for";
    if (unitAmountMinor === null) {
      errors[`${String(index)}.unitAmount`] =
        digits === 0 ? "A whole amount" : `An amount with at most ${String(digits)} decimals`;
    }
    return {
      chargeCode: line.chargeCode,
      description: line.description.trim(),
      quantity: quantityOf(line.quantity),
      unitAmountMinor: unitAmountMinor ?? 0,
    };
  });
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const priced = priceLines(lines);
  if (priced.outcome === "priced") return { ok: true, lines };
  return { ok: false, errors: { [fieldOf(priced)]: sentenceOf(priced) } };
}

export interface LivePrice {
  /** By place; null where the line is not complete yet. */
  readonly amounts: readonly (number | null)[];
  readonly subtotalMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
}

/** What the service will compute, by the same code; lines that cannot be read yet count nothing. */
export function priceTyped(typed: readonly TypedLine[], digits: number): LivePrice {
  const each = typed.map((line) => {
    const unitAmountMinor = parseMinor(line.unitAmount, digits);
    if (unitAmountMinor === null) return null;
    const input = {
      chargeCode: line.chargeCode,
      description: line.description,
      quantity: quantityOf(line.quantity),
      unitAmountMinor,
    };
    const priced = priceLines([input]);
    return priced.outcome === "priced" ? { input, amount: priced.priced.totalMinor } : null;
  });
  const all = priceLines(each.flatMap((line) => (line === null ? [] : [line.input])));
  const sums =
    all.outcome === "priced" ? all.priced : { subtotalMinor: 0, taxMinor: 0, totalMinor: 0 };
  return {
    amounts: each.map((line) => line?.amount ?? null),
    subtotalMinor: sums.subtotalMinor,
    taxMinor: sums.taxMinor,
    totalMinor: sums.totalMinor,
  };
}

/** People write decimals with a comma, too. */
function quantityOf(typed: string): string {
  return typed.trim().replace(",", ".");
}

type Rejected = Exclude<ReturnType<typeof priceLines>, { readonly outcome: "priced" }>;

function fieldOf(rejected: Rejected): string {
  const [, index, field] =
    /^lineItems\[(\d+)\]\.(\w+)$/.exec(
      "field" in rejected.rejection ? rejected.rejection.field : "",
    ) ?? [];
  if (index === undefined || field === undefined) return "0.description";
  return `${index}.${field === "unitAmountMinor" ? "unitAmount" : field}`;
}

function sentenceOf(rejected: Rejected): string {
  return capitalized(rejected.rejection.reason);
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
