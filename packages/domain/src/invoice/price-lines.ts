import { isQuantity, lineAmountMinor, sumMinor } from "../money/amount.ts";
import type { InvoiceLineInput } from "./commands.ts";
import type { InvoiceLineItem, InvoiceSnapshot } from "./events.ts";
import { invalid, type RejectedInvoiceCommand } from "./outcome.ts";

type Priced = Pick<InvoiceSnapshot, "lineItems" | "subtotalMinor" | "taxMinor" | "totalMinor">;

const tooLarge = "is beyond the largest amount that can be kept (2^53 - 1 minor units).";

/** Amounts and totals of an invoice's lines; a rejection names the line and field at fault. */
export function priceLines(
  lines: readonly InvoiceLineInput[],
): { readonly outcome: "priced"; readonly priced: Priced } | RejectedInvoiceCommand {
  const lineItems: InvoiceLineItem[] = [];
  for (const [index, line] of lines.entries()) {
    const at = (field: string) => `lineItems[${String(index)}].${field}`;
    if (!isQuantity(line.quantity)) {
      return invalid(
        at("quantity"),
        "must be a decimal text above 0 such as 2 or 1.25, with at most 6 decimals.",
      );
    }
    if (!Number.isSafeInteger(line.unitAmountMinor)) {
      return invalid(at("unitAmountMinor"), "must be a whole number of minor units.");
    }
    if (line.unitAmountMinor < 0 && line.chargeCode !== "discount") {
      return invalid(at("unitAmountMinor"), "can be negative for a discount only.");
    }
    const amountMinor = lineAmountMinor(line.quantity, line.unitAmountMinor);
    if (amountMinor === null) return invalid(at("unitAmountMinor"), `× quantity ${tooLarge}`);
    if (line.amountMinor !== undefined && line.amountMinor !== amountMinor) {
      return invalid(
        at("amountMinor"),
        `must be ${String(amountMinor)}: quantity × unitAmountMinor, rounded half to even. It can be left out.`,
      );
    }
    lineItems.push({ ...line, amountMinor });
  }
  return total(lineItems);
}

function total(lineItems: readonly InvoiceLineItem[]): ReturnType<typeof priceLines> {
  const taxMinor = sumMinor(amounts(lineItems, true));
  const subtotalMinor = sumMinor(amounts(lineItems, false));
  if (taxMinor === null || subtotalMinor === null) {
    return invalid("lineItems", `their total ${tooLarge}`);
  }
  const totalMinor = sumMinor([subtotalMinor, taxMinor]);
  if (totalMinor === null) return invalid("lineItems", `their total ${tooLarge}`);
  return { outcome: "priced", priced: { lineItems, subtotalMinor, taxMinor, totalMinor } };
}

function amounts(lineItems: readonly InvoiceLineItem[], tax: boolean): readonly number[] {
  return lineItems
    .filter((line) => (line.chargeCode === "tax") === tax)
    .map((line) => line.amountMinor);
}
