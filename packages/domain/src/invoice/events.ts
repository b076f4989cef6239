import type { Instant } from "../ids.ts";

export const invoiceStatuses = [
  "draft",
  "issued",
  "partially_paid",
  "paid",
  "void",
  "uncollectible",
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** What a line is for. `tax` lines make the tax of an invoice, all others its subtotal. */
export const chargeCodes = [
  "freight",
  "fuel_surcharge",
  "accessorial",
  "detention",
  "insurance",
  "customs",
  "tax",
  "discount",
  "other",
] as const;
export type ChargeCode = (typeof chargeCodes)[number];

/** All amounts named `...Minor` are safe integers in the minor unit of the invoice's currency (JPY 0 digits, EUR 2, KWD 3). */
export interface InvoiceLineItem {
  readonly chargeCode: ChargeCode;
  readonly description: string;
  /** Positive decimal as text, at most six decimals: `1`, `2.5`. */
  readonly quantity: string;
  /** Negative only for a discount. */
  readonly unitAmountMinor: number;
  /** quantity × unitAmountMinor, rounded half to even. */
  readonly amountMinor: number;
}

/** An invoice as it is after an event, whole. Whether it is overdue depends on the day of reading, so it is not in here. */
export interface InvoiceSnapshot {
  /** Unique within the tenant. */
  readonly invoiceNumber: string;
  readonly status: InvoiceStatus;
  readonly customerId: string;
  /** As the customer was called when the draft was last written; frozen by the issue. */
  readonly customerName: string;
  readonly shipmentId: string | null;
  readonly shipmentNumber: string | null;
  /** ISO 4217 */
  readonly currency: string;
  readonly subtotalMinor: number;
  readonly taxMinor: number;
  /** subtotal + tax */
  readonly totalMinor: number;
  readonly amountPaidMinor: number;
  /** total - paid */
  readonly balanceMinor: number;
  readonly lineItems: readonly InvoiceLineItem[];
  /** Calendar date `YYYY-MM-DD` without a zone. */
  readonly issueDate: string | null;
  /** Calendar date `YYYY-MM-DD` without a zone; null: payable without a date, never overdue. */
  readonly dueDate: string | null;
  readonly issuedAt: Instant | null;
  readonly paidAt: Instant | null;
  readonly voidedAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Money received; never altered, only reversed by a counter-entry. */
export interface InvoicePayment {
  readonly paymentId: string;
  /** In the invoice's currency; negative for the entry that reverses another. */
  readonly amountMinor: number;
  /** Calendar date `YYYY-MM-DD`. */
  readonly paidOn: string;
  readonly reference: string | null;
  /** The payment that this entry takes back; null for money received. */
  readonly reversesPaymentId: string | null;
}

interface InvoiceChange<Type extends string> {
  readonly type: Type;
  readonly invoiceId: string;
  /** After the event. */
  readonly invoice: InvoiceSnapshot;
}

export type InvoiceCreated = InvoiceChange<"invoice.created">;
export type InvoiceUpdated = InvoiceChange<"invoice.updated">;
export type InvoiceIssued = InvoiceChange<"invoice.issued">;

/** Also tells of a reversal: its payment is negative and names the one that it takes back. */
export interface InvoicePaymentRecorded extends InvoiceChange<"invoice.payment_recorded"> {
  readonly payment: InvoicePayment;
}

export interface InvoiceVoided extends InvoiceChange<"invoice.voided"> {
  readonly reason: string | null;
}

export interface InvoiceMarkedUncollectible extends InvoiceChange<"invoice.marked_uncollectible"> {
  readonly reason: string | null;
}

/** Of a draft only. */
export interface InvoiceDeleted {
  readonly type: "invoice.deleted";
  readonly invoiceId: string;
}

export type InvoiceEvent =
  | InvoiceCreated
  | InvoiceUpdated
  | InvoiceIssued
  | InvoicePaymentRecorded
  | InvoiceVoided
  | InvoiceMarkedUncollectible
  | InvoiceDeleted;
