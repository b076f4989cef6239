import { dateOf, type InvoicePayment, isOverdue } from "@shipment-tracking/domain";
import { currentInstant } from "../ids.ts";
import type { StoredInvoice } from "./invoice-rows.ts";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type {
  invoice as invoiceSchema,
  payment as paymentSchema,
} from "../openapi/schemas/billing.ts";

/** An invoice as the web application's own API shows it: every field of 01-decisions, and the version. */
export function invoiceAnswer({
  invoiceId,
  version,
  invoice,
}: StoredInvoice): AnswerOf<typeof invoiceSchema> {
  const { invoiceNumber, status, ...others } = invoice;
  const overdue = isOverdue(invoice, dateOf(currentInstant()));
  return { id: invoiceId, version, invoiceNumber, status, overdue, ...others };
}

/** A payment, or the counter-entry that takes one back. */
export function paymentAnswer(payment: InvoicePayment): AnswerOf<typeof paymentSchema> {
  const { paymentId, amountMinor, paidOn, reference, reversesPaymentId } = payment;
  return { id: paymentId, amountMinor, paidOn, reference, reversesPaymentId };
}
