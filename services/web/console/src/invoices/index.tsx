export { InvoiceScreen } from "./invoice-screen.tsx";
export { InvoicesScreen } from "./invoices-screen.tsx";
export { NewInvoiceScreen } from "./new-invoice-screen.tsx";
