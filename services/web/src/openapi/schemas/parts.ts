import {
  chargeCodes,
  customerStatuses,
  invoiceStatuses,
  shipmentModes,
  shipmentStatuses,
  trackingEventTypes,
} from "@shipment-tracking/domain";
import { z } from "zod";
import { roles } from "../../auth/roles.ts";

/** What an answer with this schema is made of. */
export type AnswerOf<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

type Frozen<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null
    ? Value
    : { readonly [Key in keyof Value]: Frozen<Value[Key]> };

export const id = z.guid();
/** `YYYY-MM-DDTHH:mm:ss.sssZ` */
export const instant = z.iso.datetime({ precision: 3 });
/** `YYYY-MM-DD` */
export const calendarDate = z.iso.date();
export const count = z.int().min(0);
export const version = z
  .int()
  .min(1)
  .describe("Grows with every change; a change that names another one is refused with 409.");

/** Of one part of the log: `12.345` is the 345th event of part 12. */
export const position = z
  .string()
  .regex(/^\d+\.\d+$/)
  .meta({ description: "Part of the log, and place in it.", examples: ["12.345"] });

export const shipmentStatus = z.enum(shipmentStatuses).meta({ id: "ShipmentStatus" });
export const shipmentMode = z.enum(shipmentModes).meta({ id: "ShipmentMode" });
export const trackingEventType = z.enum(trackingEventTypes).meta({ id: "TrackingEventType" });
export const customerStatus = z.enum(customerStatuses).meta({ id: "CustomerStatus" });
export const invoiceStatus = z.enum(invoiceStatuses).meta({ id: "InvoiceStatus" });
export const chargeCode = z
  .enum(chargeCodes)
  .meta({ id: "ChargeCode", description: "`tax` lines make the tax, all others the subtotal." });
export const role = z.enum(roles).meta({ id: "Role" });

export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ description: "ISO 4217.", examples: ["EUR"] });

export const minorAmount = (description: string) =>
  z.int().describe(`${description} In the currency's minor unit: 1050 is EUR 10.50 or JPY 1050.`);

/** One page of a list that goes on. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .describe("Where the next page begins; null: this is the last."),
  });
}

/** The whole list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item) });
}

/** Every error of every route. */
export const errorAnswer = z
  .strictObject({ error: z.string().min(1).describe("A sentence; a faulty field is named first.") })
  .meta({ id: "Error", examples: [{ error: "city: must not be blank." }] });

/** Described by others. */
export const openApiDocument = z
  .looseObject({ openapi: z.string() })
  .meta({ id: "OpenApiDocument", description: "As the OpenAPI Initiative has it." });
