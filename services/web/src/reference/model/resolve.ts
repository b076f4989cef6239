import { isObject, type Json, textIn } from "./json.ts";

export interface Resolved {
  readonly json: Json;
  /** Of the schema's component, when it is one. */
  readonly component: string | null;
}

const schemas = "#/components/schemas/";

/** Follows `$ref`s within the document. What stands beside a reference goes before what it refers to. Throws when it leads nowhere. */
export function resolve(document: Json, json: Json): Resolved {
  const reference = textIn(json, "$ref");
  if (reference === null) return { json, component: null };
  const { $ref: _followed, ...beside } = json;
  const target = resolve(document, lookUp(document, reference));
  const name = reference.startsWith(schemas) ? reference.slice(schemas.length) : null;
  return { json: { ...target.json, ...beside }, component: target.component ?? name };
}

function lookUp(document: Json, reference: string): Json {
  const steps = reference.startsWith("#/") ? reference.slice(2).split("/") : [];
  let found: unknown = steps.length === 0 ? undefined : document;
  for (const step of steps) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    found = isObject(found) ? found[name] : undefined;
  }
  if (!isObject(found)) throw new Error(`The OpenAPI document has nothing at ${reference}`);
  return found;
}
