import { z } from "zod";
import {
  chargeCode,
  currencyCode,
  customerStatus,
  decimalQuantity,
  invoiceStatus,
  minorAmount,
} from "./fields.ts";

const timestamp = z.iso.datetime({ precision: 3 });

const billingAddress = z.strictObject({
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  region: z.string().nullable(),
  postalCode: z.string().nullable(),
  countryCode: z.string(),
});

/** Element of GET /v1/customers. Source: decisions on customers and invoices; every key is always present. */
export const customerItemSchema = z.strictObject({
  id: z.guid(),
  customerNumber: z.string(),
  name: z.string(),
  status: customerStatus,
  contactName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  billingAddress: billingAddress.nullable(),
  currency: currencyCode.nullable(),
  paymentTermsDays: z.int().nullable(),
  taxId: z.string().nullable(),
  externalReference: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const invoiceLine = z.strictObject({
  chargeCode: chargeCode,
  description: z.string(),
  quantity: decimalQuantity,
  unitAmountMinor: minorAmount,
  amountMinor: minorAmount,
});

/** Element of GET /v1/invoices. `overdue` is computed when the answer is made. */
export const invoiceItemSchema = z.strictObject({
  id: z.guid(),
  invoiceNumber: z.string(),
  status: invoiceStatus,
  overdue: z.boolean(),
  customerId: z.guid(),
  customerName: z.string(),
  shipmentId: z.guid().nullable(),
  shipmentNumber: z.string().nullable(),
  currency: currencyCode,
  subtotalMinor: minorAmount,
  taxMinor: minorAmount,
  totalMinor: minorAmount,
  amountPaidMinor: minorAmount,
  balanceMinor: minorAmount,
  lineItems: z.array(invoiceLine),
  issueDate: z.iso.date().nullable(),
  dueDate: z.iso.date().nullable(),
  issuedAt: timestamp.nullable(),
  paidAt: timestamp.nullable(),
  voidedAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type CustomerItem = z.infer<typeof customerItemSchema>;
export type InvoiceItem = z.infer<typeof invoiceItemSchema>;
