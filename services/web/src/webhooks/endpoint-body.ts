import { orderings, statusChangedType, testEventType } from "@shipment-tracking/webhooks";
import { z } from "zod";
import { currentInstant } from "../ids.ts";
import { readInstant } from "../shipments/reported-event-body.ts";
import { optionalText, versionField } from "../validation/fields.ts";
import { withoutUndefined } from "../validation/without-undefined.ts";

/** Types of messages that an endpoint can ask for; a test goes to every endpoint. */
const eventTypes = [statusChangedType, testEventType] as const;

const fields = {
  // judged by the function that decides before every attempt, once it is known to be text
  url: z.string(),
  description: optionalText({ max: 500 }),
  eventTypes: z
    .array(z.enum(eventTypes))
    .max(20)
    .transform((types) => [...new Set(types)])
    .optional(),
  ordering: z.enum(orderings).optional(),
};

export const createEndpointBody = z
  .strictObject({ ...fields, headers: z.record(z.string(), z.string()).optional() })
  .transform((given) => ({
    url: given.url,
    description: given.description ?? null,
    eventTypes: given.eventTypes ?? [],
    ordering: given.ordering ?? "ordered",
    headers: given.headers ?? {},
  }));

/** Only the fields that change. In `headers` a null takes a header away, and one that is not named stays. */
export const changeEndpointBody = z
  .strictObject({
    ...fields,
    url: fields.url.optional(),
    headers: z.record(z.string(), z.string().nullable()).optional(),
    version: versionField,
  })
  .transform(({ version, headers, ...changes }) => ({
    version,
    headers: headers ?? {},
    changes: withoutUndefined(changes),
  }));

export const rotateBody = z.strictObject({ overlapHours: z.int().min(0).max(168).default(24) });

export const enableBody = z.strictObject({ backlog: z.enum(["deliver", "skip"]).optional() });

export const recoverBody = z
  .strictObject({
    since: z.string(),
    until: z.string().optional(),
    includeDelivered: z.boolean().default(false),
  })
  .transform(({ since, until, includeDelivered }, context) => {
    const from = readInstant({ name: "since", text: since, zone: null }, context);
    const to =
      until === undefined
        ? currentInstant()
        : readInstant({ name: "until", text: until, zone: null }, context);
    if (from >= to) {
      context.addIssue({ code: "custom", path: ["since"], message: endOfRange(until) });
    }
    return { since: from, until: to, includeDelivered };
  });

function endOfRange(until: string | undefined): string {
  return until === undefined ? "must lie in the past" : "must lie before until";
}
