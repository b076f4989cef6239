import { z } from "zod";
import { accountEventSchemas } from "./account-event.ts";
import { customerEventSchemas, invoiceEventSchemas } from "./billing-event.ts";
import { calendarDate, instant, instantText, shipmentId, trackingEventId, uuid } from "./fields.ts";
import { shipmentEventSchemas } from "./shipment-event.ts";
import { shipmentStatusChangedSchema, webhookTestSchema } from "./webhook-message.ts";

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The payloads of the log's events by type, newest version: what a record's `data` holds, without the type. */
export function eventDataSchemas(): Readonly<Record<string, JsonSchema>> {
  const schemas = {
    ...shipmentEventSchemas,
    ...customerEventSchemas,
    ...invoiceEventSchemas,
    ...accountEventSchemas,
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => [type, withoutType(schemaOf(schema))]),
  );
}

/** The bodies of webhooks by type. */
export function webhookBodySchemas(): Readonly<Record<string, JsonSchema>> {
  return {
    "shipment.status_changed": schemaOf(shipmentStatusChangedSchema),
    "webhook.test": schemaOf(webhookTestSchema),
  };
}

/** What a check of our own looks at, in the words of JSON Schema. */
const formats = new Map<unknown, JsonSchema>([
  ...[uuid, shipmentId, trackingEventId].map(
    (schema) => [schema, { type: "string", format: "uuid" }] as const,
  ),
  ...[instant, instantText].map(
    (schema) => [schema, { type: "string", format: "date-time" }] as const,
  ),
  [calendarDate, { type: "string", format: "date" }],
]);

function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, formats.get(zodSchema));
      // the pattern is the format once more, in 300 characters
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return rest;
}

/** The type travels in the envelope. */
function withoutType(schema: JsonSchema): JsonSchema {
  const { properties, required, ...rest } = schema;
  const { type: _type, ...fields } = properties as Record<string, unknown>; // of an object's schema
  const names = (required as readonly string[]).filter((name) => name !== "type");
  return { ...rest, properties: fields, required: names };
}
