import {
  type BillingAddress,
  type CustomerDetails,
  customerStatuses,
} from "@shipment-tracking/domain";
import { z } from "zod";
import { currencyField } from "../money/currencies.ts";
import { isCountryCode } from "../validation/country-code.ts";
import { optionalText, requiredText, versionField } from "../validation/fields.ts";
import { withoutUndefined } from "../validation/without-undefined.ts";

const billingAddress = z
  .strictObject({
    line1: requiredText({ max: 200 }),
    line2: optionalText({ max: 200 }),
    city: requiredText({ max: 200 }),
    region: optionalText({ max: 200 }),
    postalCode: optionalText({ max: 32 }),
    countryCode: requiredText({ max: 2 }).refine(isCountryCode, {
      error: "must be a two-letter country code such as CH",
    }),
  })
  .transform((given): BillingAddress => ({
    line1: given.line1,
    line2: given.line2 ?? null,
    city: given.city,
    region: given.region ?? null,
    postalCode: given.postalCode ?? null,
    countryCode: given.countryCode.toUpperCase(),
  }));

const email = optionalText({ max: 254 }).refine(
  (text) => text === undefined || text === null || /^[^\s@]+@[^\s@]+$/.test(text),
  { error: "must be an e-mail address" },
);

/** Ten years: more is a slip of the keyboard. */
const maxTermsDays = 3_650;

const fields = {
  customerNumber: requiredText({ max: 64 }).optional(),
  name: requiredText({ max: 200 }),
  status: z.enum(customerStatuses).optional(),
  contactName: optionalText({ max: 200 }),
  email,
  phone: optionalText({ max: 50 }),
  billingAddress: billingAddress.nullable().optional(),
  currency: currencyField.nullable().optional(),
  paymentTermsDays: z.int().min(0).max(maxTermsDays).nullable().optional(),
  taxId: optionalText({ max: 64 }),
  externalReference: optionalText({ max: 200 }),
};

/** Body of the creation; `customerNumber` null: the next free number is to be given. */
export const createCustomerBody = z.strictObject(fields).transform((given) => {
  const details: Omit<CustomerDetails, "customerNumber"> = {
    name: given.name,
    status: given.status ?? "active",
    contactName: given.contactName ?? null,
    email: given.email ?? null,
    phone: given.phone ?? null,
    billingAddress: given.billingAddress ?? null,
    currency: given.currency ?? null,
    paymentTermsDays: given.paymentTermsDays ?? null,
    taxId: given.taxId ?? null,
    externalReference: given.externalReference ?? null,
  };
  return { customerNumber: given.customerNumber ?? null, details };
});

/** Body of a change: only the fields that change, and the version that the client has seen. An address is replaced whole. */
export const updateCustomerBody = z
  .strictObject({ ...fields, name: fields.name.optional(), version: versionField })
  .transform(({ version, ...changes }) => ({ version, changes: withoutUndefined(changes) }));
