import { z } from "zod";

export const customerStatuses = ["active", "inactive"] as const;
export const invoiceStatuses = [
  "draft",
  "issued",
  "partially_paid",
  "paid",
  "void",
  "uncollectible",
] as const;
export const chargeCodes = [
  "freight",
  "fuel_surcharge",
  "accessorial",
  "detention",
  "insurance",
  "customs",
  "tax",
  "discount",
  "other",
] as const;

const timestamp = z.iso.datetime({ precision: 3 });
/** ISO 4217 */
const currency = z.string().regex(/^[A-Z]{3}$/);
/** Integer in the currency's minor unit (JPY 0 digits, EUR 2, KWD 3). */
const minor = z.int();

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
  status: z.enum(customerStatuses),
  contactName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  billingAddress: billingAddress.nullable(),
  currency: currency.nullable(),
  paymentTermsDays: z.int().nullable(),
  taxId: z.string().nullable(),
  externalReference: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const invoiceLine = z.strictObject({
  chargeCode: z.enum(chargeCodes),
  description: z.string(),
  /** Decimal as text: quantities are not all binary fractions. */
  quantity: z.string().regex(/^-?\d+(\.\d+)?$/),
  unitAmountMinor: minor,
  amountMinor: minor,
});

/** Element of GET /v1/invoices. `overdue` is computed when the answer is made. */
export const invoiceItemSchema = z.strictObject({
  id: z.guid(),
  invoiceNumber: z.string(),
  status: z.enum(invoiceStatuses),
  overdue: z.boolean(),
  customerId: z.guid(),
  customerName: z.string(),
  shipmentId: z.guid().nullable(),
  shipmentNumber: z.string().nullable(),
  currency,
  subtotalMinor: minor,
  taxMinor: minor,
  totalMinor: minor,
  amountPaidMinor: minor,
  balanceMinor: minor,
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
