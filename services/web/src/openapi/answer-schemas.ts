import { z } from "zod";
import type { JsonSchema, Operation } from "./operation.ts";
import { plainSchema } from "./plain-schema.ts";
import { errorAnswer } from "./schemas/parts.ts";

/** Throws when the schema has no id. */
export function referenceTo(schema: z.ZodType): JsonSchema {
  return { $ref: `#/components/schemas/${idOf(schema)}` };
}

/** The components that the answers are made of, by their ids, in the order of these. */
export function answerSchemas(
  operations: readonly Operation[],
): Readonly<Record<string, JsonSchema>> {
  const answers = operations.flatMap((operation) => Object.values(operation.answers));
  const schemas = answers.flatMap(({ schema, events = {} }) => [
    ...(schema === undefined ? [] : [schema]),
    ...Object.values(events),
  ]);
  const { $defs = {} } = z.toJSONSchema(z.tuple([errorAnswer, ...new Set(schemas)]));
  const text = JSON.stringify(plainSchema($defs));
  // of a record of schemas
  const components = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Readonly<
    Record<string, JsonSchema>
  >;
  return Object.fromEntries(
    Object.entries(components).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function idOf(schema: z.ZodType): string {
  const id = schema.meta()?.id;
  if (id !== undefined) return id;
  throw new Error(`An answer's schema has no id: ${JSON.stringify(z.toJSONSchema(schema))}`);
}
