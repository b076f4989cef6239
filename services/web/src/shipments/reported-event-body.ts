import {
  descriptionMaxLength,
  type Instant,
  type ReportedEvent,
  trackingEventTypes,
} from "@shipment-tracking/domain";
import { z } from "zod";
import { parseInstant } from "../times.ts";
import { optionalText, requiredText } from "../validation/fields.ts";

/** The fields of a tracking event as a client reports it (04-web-api); `timeZone` is the zone of an `eventAt` without offset. */
export const reportedEventFields = {
  eventType: z.enum(trackingEventTypes),
  city: requiredText({ max: 200 }),
  eventAt: z.string(),
  description: optionalText({ max: descriptionMaxLength }),
  internalNote: optionalText({ max: 4_000, multiline: true }),
  externalId: optionalText({ max: 200 }),
  timeZone: optionalText({ max: 64 }),
};

/** An event as it was reported, before it has an id. */
export type Report = Omit<ReportedEvent, "eventId">;

export const reportBody = z.strictObject(reportedEventFields).transform(toReport);

type ReportedFields = z.output<z.ZodObject<typeof reportedEventFields>>;

export function toReport(fields: ReportedFields, context: z.core.$RefinementCtx): Report {
  return {
    eventType: fields.eventType,
    city: fields.city,
    eventAt: readInstant({ name: "eventAt", text: fields.eventAt, zone: fields.timeZone }, context),
    description: fields.description ?? null,
    internalNote: fields.internalNote ?? null,
    externalId: fields.externalId ?? null,
  };
}

interface TimeField {
  readonly name: string;
  readonly text: string;
  readonly zone: string | null | undefined;
}

/** The instant of a time field, for use in a transformation: a fault becomes an issue under the field's name. */
export function readInstant(field: TimeField, context: z.core.$RefinementCtx): Instant {
  const parsed = parseInstant(field.text, field.zone ?? undefined);
  if (parsed.ok) return parsed.instant;
  context.addIssue({ code: "custom", path: [field.name], message: parsed.reason });
  return z.NEVER;
}
