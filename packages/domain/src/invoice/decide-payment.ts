import { addDays, dateOf } from "../money/calendar-date.ts";
import type { RecordPayment, ReversePayment } from "./commands.ts";
import type { InvoicePayment, InvoiceSnapshot, InvoiceStatus } from "./events.ts";
import {
  accepted,
  conflict,
  invalid,
  type InvoiceDecision,
  notFound,
  statusWords,
} from "./outcome.ts";
import type { InvoiceState } from "./state.ts";

/** The first payments make an issued invoice partially paid, the one that settles the balance makes it paid. */
export function decideRecordPayment(command: RecordPayment, state: InvoiceState): InvoiceDecision {
  const { invoice } = state;
  if (!isOpen(invoice.status)) {
    return conflict(`The invoice is ${statusWords(invoice.status)}; it takes no payments.`);
  }
  const { amountMinor, currency, now } = command;
  if (currency !== null && currency !== invoice.currency) {
    return invalid("currency", `must be the invoice's, ${invoice.currency}.`);
  }
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0) {
    return invalid("amountMinor", "must be a whole number of minor units above 0.");
  }
  if (amountMinor > invoice.balanceMinor) {
    const balance = String(invoice.balanceMinor);
    return conflict(`The payment is more than the balance of ${balance} minor units.`);
  }
  const paidOn = command.paidOn ?? dateOf(now);
  // a day of grace: east of Greenwich tomorrow has begun
  if (paidOn > (addDays(dateOf(now), 1) ?? paidOn)) {
    return invalid("paidOn", "must not lie in the future.");
  }
  const { paymentId, reference } = command;
  const payment = { paymentId, amountMinor, paidOn, reference, reversesPaymentId: null };
  return recorded(state, payment, now);
}

/**
 * Takes a payment of a partially paid invoice back by a counter-entry: the invoice is partially paid still, or issued when nothing is
 * left. A paid invoice is final (01-decisions), so its payments stay.
 */
export function decideReversePayment(
  command: ReversePayment,
  state: InvoiceState,
): InvoiceDecision {
  const { invoice, payments } = state;
  const reversed = payments.find((payment) => payment.paymentId === command.reversesPaymentId);
  if (reversed === undefined) return notFound("The invoice has no such payment.");
  if (invoice.status !== "partially_paid") {
    return conflict(`The invoice is ${statusWords(invoice.status)}; its payments are final.`);
  }
  if (reversed.reversesPaymentId !== null) {
    return conflict("This entry is itself the reversal of a payment.");
  }
  if (payments.some((payment) => payment.reversesPaymentId === reversed.paymentId)) {
    return conflict("The payment is reversed already.");
  }
  const { paymentId, reference, now } = command;
  const payment: InvoicePayment = {
    paymentId,
    amountMinor: -reversed.amountMinor,
    paidOn: dateOf(now),
    reference,
    reversesPaymentId: reversed.paymentId,
  };
  return recorded(state, payment, now);
}

function recorded(
  { invoiceId, invoice }: InvoiceState,
  payment: InvoicePayment,
  now: RecordPayment["now"],
): InvoiceDecision {
  // both lie between 0 and the total: no sum can leave the safe integers
  const amountPaidMinor = invoice.amountPaidMinor + payment.amountMinor;
  const balanceMinor = invoice.totalMinor - amountPaidMinor;
  const status = statusOf(amountPaidMinor, balanceMinor);
  const after: InvoiceSnapshot = {
    ...invoice,
    status,
    amountPaidMinor,
    balanceMinor,
    paidAt: status === "paid" ? now : null,
    updatedAt: now,
  };
  return accepted({ type: "invoice.payment_recorded", invoiceId, invoice: after, payment });
}

function statusOf(amountPaidMinor: number, balanceMinor: number): InvoiceStatus {
  if (balanceMinor === 0) return "paid";
  return amountPaidMinor === 0 ? "issued" : "partially_paid";
}

function isOpen(status: InvoiceStatus): boolean {
  return status === "issued" || status === "partially_paid";
}
