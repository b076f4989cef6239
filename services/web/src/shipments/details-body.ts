import {
  type Instant,
  type Place,
  type ShipmentDetails,
  shipmentModes,
} from "@shipment-tracking/domain";
import { z } from "zod";
import { isTimeZone } from "../times.ts";
import { isCountryCode } from "../validation/country-code.ts";
import { optionalText, requiredText, uuidField, versionField } from "../validation/fields.ts";
import { withoutUndefined } from "../validation/without-undefined.ts";
import { readInstant } from "./reported-event-body.ts";

export const timeZoneField = optionalText({ max: 64 }).refine(
  (name) => name === undefined || name === null || isTimeZone(name),
  { error: "must be an IANA time zone such as Europe/Zurich" },
);

const place = z
  .strictObject({
    city: requiredText({ max: 200 }),
    countryCode: optionalText({ max: 2 }).refine(isCountryCodeOrNone, {
      error: "must be a two-letter country code such as CH",
    }),
    addressLine1: optionalText({ max: 200 }),
    postalCode: optionalText({ max: 32 }),
    timeZone: timeZoneField,
  })
  .transform((given): Place => ({
    city: given.city,
    countryCode: given.countryCode?.toUpperCase() ?? null,
    addressLine1: given.addressLine1 ?? null,
    postalCode: given.postalCode ?? null,
    timeZone: given.timeZone ?? null,
  }));

const reference = z.strictObject({
  type: requiredText({ max: 64 }),
  value: requiredText({ max: 200 }),
});

const fields = {
  mode: z.enum(shipmentModes),
  shipmentNumber: requiredText({ max: 64 }).optional(),
  customerId: uuidField.nullable().optional(),
  carrierName: optionalText({ max: 200 }),
  references: z.array(reference).max(20).optional(),
  origin: place.nullable().optional(),
  destination: place.nullable().optional(),
  pickupScheduledAt: z.string().nullable().optional(),
  deliveryScheduledAt: z.string().nullable().optional(),
  internalNotes: optionalText({ max: 4_000, multiline: true }),
};

/** Body of the creation; `shipmentNumber` null: the next free number is to be given. */
export const createBody = z.strictObject(fields).transform((given, context) => {
  const details: Omit<ShipmentDetails, "shipmentNumber"> = {
    mode: given.mode,
    customerId: given.customerId ?? null,
    carrierName: given.carrierName ?? null,
    references: given.references ?? [],
    origin: given.origin ?? null,
    destination: given.destination ?? null,
    ...schedule(given, context, null),
    internalNotes: given.internalNotes ?? null,
  };
  return { shipmentNumber: given.shipmentNumber ?? null, details };
});

/** Body of a change: only the fields that change, and the version that the client has seen. */
export const changeBody = z
  .strictObject({ ...fields, mode: fields.mode.optional(), version: versionField })
  .transform((given, context) => {
    const { version, pickupScheduledAt: _pickup, deliveryScheduledAt: _delivery, ...rest } = given;
    const changes = { ...rest, ...schedule(given, context, undefined) };
    return { version, changes: withoutUndefined(changes) };
  });

interface GivenSchedule {
  readonly pickupScheduledAt?: string | null | undefined;
  readonly deliveryScheduledAt?: string | null | undefined;
  readonly origin?: Place | null | undefined;
  readonly destination?: Place | null | undefined;
}

/** Appointments without an offset are local to the stop they belong to. */
function schedule<Missing extends null | undefined>(
  given: GivenSchedule,
  context: z.core.$RefinementCtx,
  missing: Missing,
): Record<"pickupScheduledAt" | "deliveryScheduledAt", Instant | null | Missing> {
  const read = (
    name: "pickupScheduledAt" | "deliveryScheduledAt",
    stop: Place | null | undefined,
  ) => {
    const text = given[name];
    if (text === undefined) return missing;
    return text === null ? null : readInstant({ name, text, zone: stop?.timeZone }, context);
  };
  return {
    pickupScheduledAt: read("pickupScheduledAt", given.origin),
    deliveryScheduledAt: read("deliveryScheduledAt", given.destination),
  };
}

function isCountryCodeOrNone(code: string | null | undefined): boolean {
  return code === undefined || code === null || isCountryCode(code);
}
