import { addDays, dateOf } from "../money/calendar-date.ts";
import { sameData } from "../shipment/same-data.ts";
import type { CreateInvoice, InvoiceDraft, IssueInvoice, UpdateInvoice } from "./commands.ts";
import type { InvoiceSnapshot } from "./events.ts";
import { accepted, conflict, invalid, type InvoiceDecision, statusWords } from "./outcome.ts";
import { priceLines } from "./price-lines.ts";
import type { InvoiceState } from "./state.ts";

export function decideCreate({ invoiceId, now, draft }: CreateInvoice): InvoiceDecision {
  const written = writeDraft(draft);
  if (written.outcome === "rejected") return written;
  const invoice: InvoiceSnapshot = {
    ...written.fields,
    status: "draft",
    issuedAt: null,
    paidAt: null,
    voidedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  return accepted({ type: "invoice.created", invoiceId, invoice });
}

/** Fields given with the value they have are no change. */
export function decideUpdate(command: UpdateInvoice, state: InvoiceState): InvoiceDecision {
  const { invoiceId, invoice } = state;
  if (invoice.status !== "draft") {
    return conflict(`The invoice is ${statusWords(invoice.status)}; only drafts can be changed.`);
  }
  const written = writeDraft({ ...draftOf(invoice), ...command.changes });
  if (written.outcome === "rejected") return written;
  const updated = { ...invoice, ...written.fields };
  if (sameData(updated, invoice)) return { outcome: "unchanged" };
  return accepted({
    type: "invoice.updated",
    invoiceId,
    invoice: { ...updated, updatedAt: command.now },
  });
}

export function decideDelete({ invoiceId, invoice }: InvoiceState): InvoiceDecision {
  return invoice.status === "draft"
    ? accepted({ type: "invoice.deleted", invoiceId })
    : conflict(`The invoice is ${statusWords(invoice.status)}; only drafts can be deleted.`);
}

/** Issuing makes a draft a claim: from here its content stays. A total of 0 can be issued; nothing is owed then. */
export function decideIssue(command: IssueInvoice, state: InvoiceState): InvoiceDecision {
  const { invoiceId, invoice } = state;
  if (invoice.status !== "draft") {
    return conflict(`The invoice is ${statusWords(invoice.status)}; only drafts can be issued.`);
  }
  if (invoice.lineItems.length === 0) {
    return conflict("The invoice has no line items: add at least one before issuing it.");
  }
  if (invoice.totalMinor < 0) {
    return conflict("The invoice's total is negative: its discounts are larger than its charges.");
  }
  const { now, customer } = command;
  const issueDate = command.issueDate ?? invoice.issueDate ?? dateOf(now);
  const given = command.dueDate ?? invoice.dueDate;
  const terms = customer.paymentTermsDays;
  const dueDate = given ?? (terms === null ? null : addDays(issueDate, terms));
  if (given === null && terms !== null && dueDate === null) {
    return invalid("dueDate", "would be beyond the year 9999.");
  }
  const dates = { issueDate, dueDate };
  if (isReversed(dates)) return invalid("dueDate", dueBeforeIssue);
  return accepted({
    type: "invoice.issued",
    invoiceId,
    invoice: {
      ...invoice,
      ...dates,
      customerName: customer.name,
      status: "issued",
      issuedAt: now,
      updatedAt: now,
    },
  });
}

type DraftFields = Omit<
  InvoiceSnapshot,
  "status" | "issuedAt" | "paidAt" | "voidedAt" | "createdAt" | "updatedAt"
>;

const dueBeforeIssue = "must not lie before the issue date.";

function writeDraft(
  draft: InvoiceDraft,
): { readonly outcome: "written"; readonly fields: DraftFields } | RejectedDraft {
  const pricing = priceLines(draft.lineItems);
  if (pricing.outcome === "rejected") return pricing;
  if (isReversed(draft)) return invalid("dueDate", dueBeforeIssue);
  return {
    outcome: "written",
    fields: {
      invoiceNumber: draft.invoiceNumber,
      customerId: draft.customer.customerId,
      customerName: draft.customer.name,
      shipmentId: draft.shipment?.shipmentId ?? null,
      shipmentNumber: draft.shipment?.shipmentNumber ?? null,
      currency: draft.currency,
      ...pricing.priced,
      amountPaidMinor: 0,
      balanceMinor: pricing.priced.totalMinor,
      issueDate: draft.issueDate,
      dueDate: draft.dueDate,
    },
  };
}

type RejectedDraft = ReturnType<typeof invalid>;

function isReversed({
  issueDate,
  dueDate,
}: Pick<InvoiceSnapshot, "issueDate" | "dueDate">): boolean {
  return issueDate !== null && dueDate !== null && dueDate < issueDate;
}

function draftOf(invoice: InvoiceSnapshot): InvoiceDraft {
  const { shipmentId, shipmentNumber } = invoice;
  return {
    invoiceNumber: invoice.invoiceNumber,
    customer: { customerId: invoice.customerId, name: invoice.customerName },
    shipment:
      shipmentId === null || shipmentNumber === null ? null : { shipmentId, shipmentNumber },
    currency: invoice.currency,
    lineItems: invoice.lineItems,
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
  };
}
