import type { CustomerItem, InvoiceItem } from "@shipment-tracking/contracts";
import type { BillingAddress, CustomerDetails, InvoiceSnapshot } from "@shipment-tracking/domain";

/** Element of GET /v1/customers as finished JSON text: the fields and their order come from the decisions on customers and invoices. */
export function renderCustomer(customer: {
  readonly customerId: string;
  readonly details: CustomerDetails;
  readonly createdAt: string;
  readonly updatedAt: string;
}): string {
  const { details } = customer;
  const item: CustomerItem = {
    id: customer.customerId,
    customerNumber: details.customerNumber,
    name: details.name,
    status: details.status,
    contactName: details.contactName,
    email: details.email,
    phone: details.phone,
    billingAddress: details.billingAddress === null ? null : address(details.billingAddress),
    currency: details.currency,
    paymentTermsDays: details.paymentTermsDays,
    taxId: details.taxId,
    externalReference: details.externalReference,
    createdAt: customer.createdAt,
    updatedAt: customer.updatedAt,
  };
  return JSON.stringify(item);
}

/**
 * Element of GET /v1/invoices as finished JSON text, as it reads while the invoice is not overdue: whether it is depends on the day, so the list's
 * query changes the one word.
 */
export function renderInvoice(invoiceId: string, invoice: InvoiceSnapshot): string {
  const item: InvoiceItem = {
    id: invoiceId,
    invoiceNumber: invoice.invoiceNumber,
    status: invoice.status,
    overdue: false,
    customerId: invoice.customerId,
    customerName: invoice.customerName,
    shipmentId: invoice.shipmentId,
    shipmentNumber: invoice.shipmentNumber,
    currency: invoice.currency,
    subtotalMinor: invoice.subtotalMinor,
    taxMinor: invoice.taxMinor,
    totalMinor: invoice.totalMinor,
    amountPaidMinor: invoice.amountPaidMinor,
    balanceMinor: invoice.balanceMinor,
    lineItems: invoice.lineItems.map(lineItem),
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    issuedAt: invoice.issuedAt,
    paidAt: invoice.paidAt,
    voidedAt: invoice.voidedAt,
    createdAt: invoice.createdAt,
    updatedAt: invoice.updatedAt,
  };
  return JSON.stringify(item);
}

function address(billing: BillingAddress): NonNullable<CustomerItem["billingAddress"]> {
  const { line1, line2, city, region, postalCode, countryCode } = billing;
  return { line1, line2, city, region, postalCode, countryCode };
}

function lineItem(line: InvoiceSnapshot["lineItems"][number]): InvoiceItem["lineItems"][number] {
  const { chargeCode, description, quantity, unitAmountMinor, amountMinor } = line;
  return { chargeCode, description, quantity, unitAmountMinor, amountMinor };
}
