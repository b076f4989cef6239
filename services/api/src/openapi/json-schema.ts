import { z } from "zod";
import { fieldDescriptions } from "./field-descriptions.ts";

/** A JSON Schema object as OpenAPI 3.1 holds it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The zod type as JSON Schema for readers: with the fields' descriptions, `["string", "null"]` for nullable fields, and without zod's
 * exhaustive patterns for dates and ids. `components` gives fields that have a schema of their own.
 */
export function jsonSchemaOf(
  type: z.ZodType,
  components: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type);
  return readable(schema, components);
}

type Components = Readonly<Record<string, JsonSchema>>;

function readable(schema: JsonSchema, components: Components): JsonSchema {
  const plain = withoutNullAlternative(schema);
  const result: Record<string, unknown> = { ...plain, ...shortPattern(plain) };
  if (isSchema(plain["properties"])) {
    result["properties"] = readableProperties(plain["properties"], components);
  }
  if (isSchema(plain["items"])) result["items"] = readable(plain["items"], components);
  return result;
}

function readableProperties(properties: JsonSchema, components: Components): JsonSchema {
  const entries = Object.entries(properties).map(([name, property]) => {
    const schema = components[name] ?? (isSchema(property) ? readable(property, components) : {});
    // a component may say of its field what the name alone does not
    const description = schema["description"] ?? fieldDescriptions[name];
    return [name, description === undefined ? schema : { ...schema, description }];
  });
  // Object.fromEntries loses the value type of the mixed pairs
  return Object.fromEntries(entries) as JsonSchema;
}

/** `anyOf [X, null]` as X whose type also allows null. */
function withoutNullAlternative(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const [first, second]: readonly unknown[] = anyOf;
  if (!isSchema(first) || !isSchema(second) || second["type"] !== "null") return schema;
  return { ...rest, ...first, type: [first["type"], "null"] };
}

function shortPattern({ format, pattern, ...schema }: JsonSchema): JsonSchema {
  if (format === "date-time") {
    return { pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$" };
  }
  // undefined keys do not reach the JSON text
  if (format === "date" || format === "uuid") return { pattern: undefined };
  const isPlainInteger = schema["minimum"] === Number.MIN_SAFE_INTEGER;
  return isPlainInteger ? { pattern, minimum: undefined, maximum: undefined } : {};
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
