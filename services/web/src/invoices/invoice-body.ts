import { chargeCodes } from "@shipment-tracking/domain";
import { z } from "zod";
import { currencyField } from "../money/currencies.ts";
import { calendarDateField } from "../validation/calendar-date.ts";
import { optionalText, requiredText, uuidField, versionField } from "../validation/fields.ts";
import { withoutUndefined } from "../validation/without-undefined.ts";

const maxLines = 200;

/** Signs, the form of the quantity and the sums are the domain's to judge. */
const lineItem = z.strictObject({
  chargeCode: z.enum(chargeCodes),
  description: requiredText({ max: 500 }),
  quantity: requiredText({ max: 32 }),
  unitAmountMinor: z.int(),
  amountMinor: z.int().optional(),
});

const optionalDate = calendarDateField.nullable().optional();

const fields = {
  invoiceNumber: requiredText({ max: 64 }).optional(),
  customerId: uuidField,
  shipmentId: uuidField.nullable().optional(),
  currency: currencyField.optional(),
  lineItems: z.array(lineItem).max(maxLines).optional(),
  issueDate: optionalDate,
  dueDate: optionalDate,
};

/** Body of the creation; null: the next free number, the customer's currency. */
export const createInvoiceBody = z.strictObject(fields).transform((given) => ({
  invoiceNumber: given.invoiceNumber ?? null,
  customerId: given.customerId,
  shipmentId: given.shipmentId ?? null,
  currency: given.currency ?? null,
  lineItems: given.lineItems ?? [],
  issueDate: given.issueDate ?? null,
  dueDate: given.dueDate ?? null,
}));

/** Body of a change: only the fields that change, and the version that the client has seen. The lines are replaced whole. */
export const updateInvoiceBody = z
  .strictObject({ ...fields, customerId: uuidField.optional(), version: versionField })
  .transform(({ version, ...changes }) => ({ version, changes: withoutUndefined(changes) }));

export const issueBody = z.strictObject({
  issueDate: optionalDate,
  dueDate: optionalDate,
  version: versionField,
});

export const paymentBody = z.strictObject({
  amountMinor: z.int().min(1),
  currency: currencyField.optional(),
  paidOn: optionalDate,
  reference: optionalText({ max: 200 }),
  version: versionField,
});

/** Why an invoice is voided or given up, or a payment taken back. */
export const reasonBody = z.strictObject({
  reason: optionalText({ max: 500 }),
  version: versionField,
});

/** Deleting: the version alone, if that. */
export const versionBody = z.strictObject({ version: versionField });
