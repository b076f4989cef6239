import { type ChargeCode, chargeCodes } from "@shipment-tracking/domain";
import { api, type components, queryKeys, read } from "../api/index.ts";

export type Invoice = components["schemas"]["Invoice"];
export type InvoiceStatus = components["schemas"]["InvoiceStatus"];
export type RecordedPayment = components["schemas"]["RecordedPayment"];

/** A draft is not owed yet, a void one no more. */
export function isOwed({ status }: Pick<Invoice, "status">): boolean {
  return status !== "draft" && status !== "void";
}

export const invoiceStatusWords: Readonly<Record<InvoiceStatus, string>> = {
  draft: "Draft",
  issued: "Issued",
  partially_paid: "Partially paid",
  paid: "Paid",
  void: "Void",
  uncollectible: "Uncollectible",
};

const chargeWords: Readonly<Record<ChargeCode, string>> = {
  freight: "Freight",
  fuel_surcharge: "Fuel surcharge",
  accessorial: "Accessorial",
  detention: "Detention",
  insurance: "Insurance",
  customs: "Customs",
  tax: "Tax",
  discount: "Discount",
  other: "Other",
};

export const chargeChoices = chargeCodes.map((value) => ({ value, label: chargeWords[value] }));

export function chargeWord(code: ChargeCode): string {
  return chargeWords[code];
}

export function invoiceQuery(id: string) {
  return {
    queryKey: queryKeys.invoice(id),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      read(api.GET("/api/invoices/{id}", { params: { path: { id } }, signal })),
  };
}
