import { z } from "zod";
import {
  calendarDate,
  chargeCode,
  currencyCode,
  customerStatus,
  id,
  instant,
  invoiceStatus,
  listOf,
  minorAmount,
  pageOf,
  version,
} from "./parts.ts";

const billingAddress = z
  .strictObject({
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    region: z.string().nullable(),
    postalCode: z.string().nullable(),
    countryCode: z.string().describe("ISO 3166-1 alpha-2."),
  })
  .meta({ id: "BillingAddress" });

export const customer = z
  .strictObject({
    id,
    version,
    customerNumber: z.string().meta({ examples: ["CUS-000007"] }),
    name: z.string(),
    status: customerStatus,
    contactName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    billingAddress: billingAddress.nullable(),
    currency: currencyCode
      .nullable()
      .describe("ISO 4217: what new invoices are in unless they say otherwise."),
    paymentTermsDays: z.int().nullable().describe("Days from issue to due date."),
    taxId: z.string().nullable(),
    externalReference: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Customer" });

export const customerAnswer = z.strictObject({ customer }).meta({ id: "CustomerAnswer" });
export const customerPage = pageOf(customer).meta({ id: "CustomerPage" });

const lineItem = z
  .strictObject({
    chargeCode,
    description: z.string(),
    quantity: z.string().meta({
      description: "Decimal as text, at most six digits behind the point.",
      examples: ["2.5"],
    }),
    unitAmountMinor: minorAmount("Of one; negative for a discount."),
    amountMinor: minorAmount("`quantity` × `unitAmountMinor`, rounded half to even."),
  })
  .meta({ id: "InvoiceLineItem" });

export const invoice = z
  .strictObject({
    id,
    version,
    invoiceNumber: z.string().meta({ examples: ["INV-000007"] }),
    status: invoiceStatus,
    overdue: z
      .boolean()
      .describe("Issued, not paid whole, and the due date is over (in UTC) as of this answer."),
    customerId: id,
    customerName: z.string().describe("As the customer was called when it was issued."),
    shipmentId: id.nullable(),
    shipmentNumber: z.string().nullable(),
    currency: currencyCode,
    subtotalMinor: minorAmount("All lines but tax."),
    taxMinor: minorAmount("The `tax` lines."),
    totalMinor: minorAmount("Subtotal and tax."),
    amountPaidMinor: minorAmount("Payments less reversals."),
    balanceMinor: minorAmount("What is still to be paid."),
    lineItems: z.array(lineItem),
    issueDate: calendarDate.nullable(),
    dueDate: calendarDate.nullable().describe("Null: payable without a date, never overdue."),
    issuedAt: instant.nullable(),
    paidAt: instant.nullable(),
    voidedAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Invoice" });

const paymentFields = {
  id,
  amountMinor: minorAmount("Negative for the entry that takes another back."),
  paidOn: calendarDate,
  reference: z.string().nullable(),
  reversesPaymentId: id.nullable().describe("The payment that this entry takes back."),
};

export const payment = z.strictObject(paymentFields).meta({ id: "Payment" });

const recordedPayment = z
  .strictObject({ ...paymentFields, recordedAt: instant })
  .meta({ id: "RecordedPayment" });

export const invoiceAnswer = z.strictObject({ invoice }).meta({ id: "InvoiceAnswer" });
export const invoicePage = pageOf(invoice).meta({ id: "InvoicePage" });

export const wholeInvoice = z
  .strictObject({
    invoice,
    payments: z.array(recordedPayment).describe("In the order of their recording."),
  })
  .meta({ id: "WholeInvoice" });

export const paymentAnswer = z.strictObject({ payment, invoice }).meta({ id: "PaymentAnswer" });

export const currency = z
  .strictObject({
    code: currencyCode,
    digits: z.int().min(0).describe("Behind the point in an amount: JPY 0, EUR 2, KWD 3."),
  })
  .meta({ id: "Currency" });

export const currencyList = listOf(currency).meta({ id: "CurrencyList" });
