import type { Instant } from "../ids.ts";
import type { InvoiceLineItem } from "./events.ts";

/** A line as it is entered. Its amount is computed; one that is given (a line sent back as it was read) must be the computed one. */
export interface InvoiceLineInput extends Omit<InvoiceLineItem, "amountMinor"> {
  readonly amountMinor?: number | undefined;
}

/** What can be entered about an invoice while it is a draft. Names and numbers of others are as they are at that time. */
export interface InvoiceDraft {
  readonly invoiceNumber: string;
  readonly customer: { readonly customerId: string; readonly name: string };
  readonly shipment: { readonly shipmentId: string; readonly shipmentNumber: string } | null;
  /** ISO 4217, known. */
  readonly currency: string;
  readonly lineItems: readonly InvoiceLineInput[];
  /** Existing calendar date `YYYY-MM-DD`. */
  readonly issueDate: string | null;
  /** Existing calendar date `YYYY-MM-DD`. */
  readonly dueDate: string | null;
}

export interface CreateInvoice {
  readonly type: "create_invoice";
  readonly invoiceId: string;
  readonly now: Instant;
  readonly draft: InvoiceDraft;
}

export interface UpdateInvoice {
  readonly type: "update_invoice";
  readonly now: Instant;
  /** Only the fields that change; the lines are replaced whole. */
  readonly changes: Partial<InvoiceDraft>;
}

export interface IssueInvoice {
  readonly type: "issue_invoice";
  readonly now: Instant;
  /** Null: the draft's, else the day of `now` in UTC. */
  readonly issueDate: string | null;
  /** Null: the draft's, else `paymentTermsDays` after the issue date, else none. */
  readonly dueDate: string | null;
  /** The customer as it is now: the issue freezes its name. */
  readonly customer: { readonly name: string; readonly paymentTermsDays: number | null };
}

export interface RecordPayment {
  readonly type: "record_payment";
  readonly now: Instant;
  readonly paymentId: string;
  readonly amountMinor: number;
  /** Null: not said, so the invoice's. */
  readonly currency: string | null;
  /** Null: the day of `now` in UTC. */
  readonly paidOn: string | null;
  readonly reference: string | null;
}

export interface ReversePayment {
  readonly type: "reverse_payment";
  readonly now: Instant;
  /** Id of the counter-entry. */
  readonly paymentId: string;
  readonly reversesPaymentId: string;
  readonly reference: string | null;
}

export interface VoidInvoice {
  readonly type: "void_invoice";
  readonly now: Instant;
  readonly reason: string | null;
}

export interface MarkUncollectible {
  readonly type: "mark_uncollectible";
  readonly now: Instant;
  readonly reason: string | null;
}

export interface DeleteInvoice {
  readonly type: "delete_invoice";
}

export type InvoiceCommand =
  | CreateInvoice
  | UpdateInvoice
  | IssueInvoice
  | RecordPayment
  | ReversePayment
  | VoidInvoice
  | MarkUncollectible
  | DeleteInvoice;
