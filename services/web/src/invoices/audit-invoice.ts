import type { InvoiceEvent, InvoiceSnapshot, InvoiceState } from "@shipment-tracking/domain";
import type { AuditEntry } from "../audit/record-audit.ts";
import type { CommandContext } from "../commands/outcome.ts";

interface InvoiceChange {
  readonly before: InvoiceState | null;
  readonly state: InvoiceState | null;
  readonly event: InvoiceEvent;
}

/** The audit line of a change: the number, what the event is about, and the status when it moved. */
export function auditInvoice(context: CommandContext, change: InvoiceChange): AuditEntry {
  const { before, state, event } = change;
  const { invoiceNumber } = state?.invoice ?? before?.invoice ?? { invoiceNumber: null };
  return {
    tenantId: context.tenantId,
    actor: context.actor,
    action: event.type,
    subject: { type: "invoice", id: event.invoiceId },
    details: { invoiceNumber, ...detailsOf(change), ...statusOf(change) },
    origin: context.origin,
  };
}

function detailsOf({ before, event }: InvoiceChange): Readonly<Record<string, unknown>> {
  switch (event.type) {
    case "invoice.created": {
      const { customerId, customerName, currency, totalMinor } = event.invoice;
      return { customerId, customerName, currency, totalMinor };
    }
    case "invoice.updated":
      return { changes: before === null ? [] : changes(before.invoice, event.invoice) };
    case "invoice.issued": {
      const { issueDate, dueDate, currency, totalMinor } = event.invoice;
      return { issueDate, dueDate, currency, totalMinor };
    }
    case "invoice.payment_recorded":
      return { ...event.payment, currency: event.invoice.currency };
    case "invoice.voided":
    case "invoice.marked_uncollectible":
      return { reason: event.reason };
    case "invoice.deleted":
      return {};
  }
}

const audited = [
  "invoiceNumber",
  "customerId",
  "customerName",
  "shipmentId",
  "currency",
  "lineItems",
  "totalMinor",
  "issueDate",
  "dueDate",
] as const;

function changes(before: InvoiceSnapshot, after: InvoiceSnapshot): readonly object[] {
  return audited
    .map((field) => ({ field, from: before[field], to: after[field] }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

function statusOf({ before, state }: InvoiceChange): Readonly<Record<string, unknown>> {
  const status = state?.invoice.status;
  const previousStatus = before?.invoice.status;
  if (status === undefined) return { previousStatus };
  return previousStatus === undefined || previousStatus === status
    ? { status }
    : { previousStatus, status };
}
