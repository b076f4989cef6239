import type { JsonSchema } from "./json-schema.ts";

export function refTo(component: string): JsonSchema {
  return { $ref: `#/components/schemas/${component}` };
}
