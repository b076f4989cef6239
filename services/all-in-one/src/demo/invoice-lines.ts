import type { InvoiceLineInput } from "@shipment-tracking/domain";
import type { DemoCompany } from "./companies.ts";
import type { DemoCurrency } from "./customers.ts";

/** About 100 euros in the currency's minor unit (JPY 0 digits, EUR and USD 2, KWD 3), and the tax in percent. */
const rates: Readonly<Record<DemoCurrency, { readonly hundred: number; readonly tax: number }>> = {
  EUR: { hundred: 10_000, tax: 19 },
  USD: { hundred: 10_800, tax: 0 },
  JPY: { hundred: 16_400, tax: 10 },
  KWD: { hundred: 33_250, tax: 0 },
};

export interface InvoiceLinesInput {
  readonly company: Pick<DemoCompany, "charges">;
  readonly currency: DemoCurrency;
  roll(): number;
}

/** Freight and what goes with it; quantities with fractions, so that amounts have to be rounded. */
export function invoiceLines({
  company: { charges },
  currency,
  roll,
}: InvoiceLinesInput): readonly InvoiceLineInput[] {
  const { hundred, tax } = rates[currency];
  const freight = Math.round(hundred * (2 + roll() * 28));
  const lines: InvoiceLineInput[] = [
    {
      chargeCode: "freight",
      description: charges.freight,
      quantity: "1",
      unitAmountMinor: freight,
    },
    {
      chargeCode: "fuel_surcharge",
      description: charges.fuel,
      quantity: "0.125",
      unitAmountMinor: freight,
    },
  ];
  if (roll() < 0.4) {
    lines.push({
      chargeCode: "detention",
      description: charges.detention,
      quantity: "2.75",
      unitAmountMinor: Math.round(hundred * 0.65),
    });
  }
  if (roll() < 0.3) {
    const unitAmountMinor = -Math.round(freight * 0.05);
    lines.push({
      chargeCode: "discount",
      description: charges.discount,
      quantity: "1",
      unitAmountMinor,
    });
  }
  if (tax > 0) {
    lines.push({
      chargeCode: "tax",
      description: `${charges.tax} ${String(tax)} %`,
      quantity: String(tax / 100),
      unitAmountMinor: freight,
    });
  }
  return lines;
}
