import type { CustomerEvent, InvoiceEvent } from "@shipment-tracking/domain";
import { z } from "zod";
import {
  calendarDate,
  chargeCode,
  currencyCode,
  customerStatus,
  decimalQuantity,
  instant,
  invoiceStatus,
  minorAmount,
  nonBlankText,
  text,
  uuid,
} from "./fields.ts";
import { requireSameShape } from "./same-shape.ts";

const billingAddress = z.strictObject({
  line1: nonBlankText,
  line2: text.nullable(),
  city: nonBlankText,
  region: text.nullable(),
  postalCode: text.nullable(),
  countryCode: nonBlankText,
});

const customerDetails = z.strictObject({
  customerNumber: nonBlankText,
  name: nonBlankText,
  status: customerStatus,
  contactName: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  billingAddress: billingAddress.nullable(),
  currency: currencyCode.nullable(),
  paymentTermsDays: z.int().nullable(),
  taxId: text.nullable(),
  externalReference: text.nullable(),
});

/** Payloads of the customer events, version 1; each with the `type` it travels under. */
export const customerEventSchemas = {
  "customer.created": z.strictObject({
    type: z.literal("customer.created"),
    customerId: uuid,
    createdAt: instant,
    details: customerDetails,
  }),
  "customer.updated": z.strictObject({
    type: z.literal("customer.updated"),
    details: customerDetails,
    changedFields: z.array(customerDetails.keyof()),
    updatedAt: instant,
  }),
} as const;

const lineItem = z.strictObject({
  chargeCode,
  description: text,
  quantity: decimalQuantity,
  unitAmountMinor: minorAmount,
  amountMinor: minorAmount,
});

const snapshot = z.strictObject({
  invoiceNumber: nonBlankText,
  status: invoiceStatus,
  customerId: uuid,
  customerName: nonBlankText,
  shipmentId: uuid.nullable(),
  shipmentNumber: text.nullable(),
  currency: currencyCode,
  subtotalMinor: minorAmount,
  taxMinor: minorAmount,
  totalMinor: minorAmount,
  amountPaidMinor: minorAmount,
  balanceMinor: minorAmount,
  lineItems: z.array(lineItem),
  issueDate: calendarDate.nullable(),
  dueDate: calendarDate.nullable(),
  issuedAt: instant.nullable(),
  paidAt: instant.nullable(),
  voidedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});

const payment = z.strictObject({
  paymentId: uuid,
  amountMinor: minorAmount,
  paidOn: calendarDate,
  reference: text.nullable(),
  reversesPaymentId: uuid.nullable(),
});

const change = { invoiceId: uuid, invoice: snapshot };

/** Payloads of the invoice events, version 1; each with the `type` it travels under and the whole invoice after it. */
export const invoiceEventSchemas = {
  "invoice.created": z.strictObject({ type: z.literal("invoice.created"), ...change }),
  "invoice.updated": z.strictObject({ type: z.literal("invoice.updated"), ...change }),
  "invoice.issued": z.strictObject({ type: z.literal("invoice.issued"), ...change }),
  "invoice.payment_recorded": z.strictObject({
    type: z.literal("invoice.payment_recorded"),
    ...change,
    payment,
  }),
  "invoice.voided": z.strictObject({
    type: z.literal("invoice.voided"),
    ...change,
    reason: text.nullable(),
  }),
  "invoice.marked_uncollectible": z.strictObject({
    type: z.literal("invoice.marked_uncollectible"),
    ...change,
    reason: text.nullable(),
  }),
  "invoice.deleted": z.strictObject({ type: z.literal("invoice.deleted"), invoiceId: uuid }),
} as const;

type DecodedCustomer = z.infer<(typeof customerEventSchemas)[keyof typeof customerEventSchemas]>;
type DecodedInvoice = z.infer<(typeof invoiceEventSchemas)[keyof typeof invoiceEventSchemas]>;

requireSameShape<DecodedCustomer, CustomerEvent>(true);
requireSameShape<DecodedInvoice, InvoiceEvent>(true);
