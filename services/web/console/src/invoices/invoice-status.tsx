import { type Invoice, invoiceStatusWords } from "./invoice.ts";
import classes from "./invoices.module.css";

const shapes: Readonly<Record<Invoice["status"], string>> = {
  draft: "◌",
  issued: "●",
  partially_paid: "◐",
  paid: "✓",
  void: "⊘",
  uncollectible: "✕",
};

/** Shape, word and colour; an overdue one says so. */
export function InvoiceStatusMark({
  invoice,
}: {
  readonly invoice: Pick<Invoice, "status" | "overdue">;
}) {
  return (
    <span className={classes.status} data-status={invoice.overdue ? "overdue" : invoice.status}>
      <span aria-hidden="true">{invoice.overdue ? "!" : shapes[invoice.status]}</span>
      {invoiceStatusWords[invoice.status]}
      {invoice.overdue && ", overdue"}
    </span>
  );
}
