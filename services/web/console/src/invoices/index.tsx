import { Placeholder } from "../ui/index.ts";

export function InvoicesScreen() {
  return <Placeholder title="Invoices" />;
}

export function NewInvoiceScreen() {
  return <Placeholder title="New invoice" />;
}

export function InvoiceScreen() {
  return <Placeholder title="Invoice" />;
}
