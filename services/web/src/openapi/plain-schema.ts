import type { JsonSchema } from "./operation.ts";

/** A schema as zod makes it without what says nothing new: the pattern of a format, the bounds of safe integers, that names are text. */
export function plainSchema(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema, (_key, value: unknown) => plain(value))) as JsonSchema; // what went in
}

function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const schema = nullable(value as JsonSchema); // or a part of one
  const { pattern, minimum, maximum, propertyNames: _names, ...rest } = schema;
  return {
    ...rest,
    ...(pattern === undefined || rest["format"] !== undefined ? {} : { pattern }),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  };
}

/** A choice between a simple type and null as a list of types. */
function nullable({ anyOf, ...rest }: JsonSchema): JsonSchema {
  if (anyOf === undefined) return rest;
  // zod's own
  const [first = {}, second = {}] = anyOf as readonly JsonSchema[];
  const { type, enum: values, ...others } = first;
  const simple = second["type"] === "null" && typeof type === "string" && values === undefined;
  return simple ? { type: [type, "null"], ...others, ...rest } : { anyOf, ...rest };
}
