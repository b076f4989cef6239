import type { InvoiceEvent, InvoicePayment, InvoiceSnapshot } from "./events.ts";

/** What the decisions about an invoice must see. A deleted one has none. */
export interface InvoiceState {
  readonly invoiceId: string;
  readonly version: number;
  readonly invoice: InvoiceSnapshot;
  /** In the order of recording, reversals and reversed ones included. */
  readonly payments: readonly InvoicePayment[];
}

/** Null after the deletion. */
export function evolveInvoice(
  state: InvoiceState | null,
  event: InvoiceEvent,
): InvoiceState | null {
  if (event.type === "invoice.deleted") return null;
  const payments = state?.payments ?? [];
  return {
    invoiceId: event.invoiceId,
    version: (state?.version ?? 0) + 1,
    invoice: event.invoice,
    payments: event.type === "invoice.payment_recorded" ? [...payments, event.payment] : payments,
  };
}

/**
 * Whether money is late on a day (`YYYY-MM-DD`, of the reader, in UTC): issued or partially paid, something still owed, and the due date
 * before that day. Computed when it is read, so that no write is needed at midnight.
 */
export function isOverdue(
  { status, balanceMinor, dueDate }: Pick<InvoiceSnapshot, "status" | "balanceMinor" | "dueDate">,
  today: string,
): boolean {
  const open = status === "issued" || status === "partially_paid";
  return open && balanceMinor > 0 && dueDate !== null && dueDate < today;
}
