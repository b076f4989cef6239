import type { InvoiceCommand, MarkUncollectible, VoidInvoice } from "./commands.ts";
import { decideCreate, decideDelete, decideIssue, decideUpdate } from "./decide-draft.ts";
import { decideRecordPayment, decideReversePayment } from "./decide-payment.ts";
import { accepted, conflict, type InvoiceDecision, notFound, statusWords } from "./outcome.ts";
import type { InvoiceState } from "./state.ts";

/**
 * Decides one command: draft → issued → partially_paid → paid, back from partially_paid to issued by reversing its payments, void while nothing
 * is paid, uncollectible while something is owed; paid, void and uncollectible are final, only drafts are edited or deleted (01-decisions).
 */
export function decideInvoice(
  command: InvoiceCommand,
  state: InvoiceState | null,
): InvoiceDecision {
  if (command.type === "create_invoice") {
    return state === null ? decideCreate(command) : conflict("The invoice exists already.");
  }
  if (state === null) return notFound("There is no such invoice.");
  switch (command.type) {
    case "update_invoice":
      return decideUpdate(command, state);
    case "delete_invoice":
      return decideDelete(state);
    case "issue_invoice":
      return decideIssue(command, state);
    case "record_payment":
      return decideRecordPayment(command, state);
    case "reverse_payment":
      return decideReversePayment(command, state);
    case "void_invoice":
      return decideVoid(command, state);
    case "mark_uncollectible":
      return decideUncollectible(command, state);
  }
}

function decideVoid({ now, reason }: VoidInvoice, state: InvoiceState): InvoiceDecision {
  const { invoiceId, invoice } = state;
  if (invoice.status === "draft") {
    return conflict("The invoice is a draft; delete it instead of voiding it.");
  }
  if (invoice.status === "partially_paid") {
    return conflict("Payments are recorded on the invoice; reverse them before voiding it.");
  }
  if (invoice.status !== "issued") {
    return conflict(`The invoice is ${statusWords(invoice.status)}; it can no longer be voided.`);
  }
  return accepted({
    type: "invoice.voided",
    invoiceId,
    invoice: { ...invoice, status: "void", voidedAt: now, updatedAt: now },
    reason,
  });
}

function decideUncollectible(
  { now, reason }: MarkUncollectible,
  { invoiceId, invoice }: InvoiceState,
): InvoiceDecision {
  if (invoice.status !== "issued" && invoice.status !== "partially_paid") {
    return conflict(
      `The invoice is ${statusWords(invoice.status)}; only issued and partially paid invoices can be marked uncollectible.`,
    );
  }
  return accepted({
    type: "invoice.marked_uncollectible",
    invoiceId,
    invoice: { ...invoice, status: "uncollectible", updatedAt: now },
    reason,
  });
}
