import { isObject, type Json, jsonText, listIn, objectIn, objectsIn, textIn } from "./json.ts";
import { resolve } from "./resolve.ts";

/** A schema as people read it: its type in words, what else is known of it, and its fields. */
export interface SchemaView {
  readonly type: string;
  /** Component that describes it, or what its items are. */
  readonly component: string | null;
  readonly description: string | null;
  /** The values that it can have, when they are listed. */
  readonly values: readonly string[];
  /** The schema's other words, as pairs: `at most` 200. */
  readonly facts: readonly (readonly [string, string])[];
  readonly fields: readonly FieldView[];
}

export interface FieldView extends SchemaView {
  /** With `[]` for what a list holds, `*` for any name, and the variant's name in brackets where there are several. */
  readonly name: string;
  readonly required: boolean;
}

interface Context {
  readonly document: Json;
  /** Components above, which are not described within themselves. */
  readonly above: readonly string[];
  /** Fields of other components are left to their own description. */
  readonly shallow: boolean;
  /** How many schemas are around this one. */
  readonly depth: number;
}

export function schemaView(
  document: Json,
  schema: Json,
  { shallow = false }: { readonly shallow?: boolean } = {},
): SchemaView {
  return view(schema, { document, above: [], shallow, depth: 0 });
}

function view(schema: Json, context: Context): SchemaView {
  const { json, component } = resolve(context.document, schema);
  const choices = [...objectsIn(json, "anyOf"), ...objectsIn(json, "oneOf")];
  const isHidden = component !== null && isLeftOut(component, context);
  const inside = below(context, component);
  if (choices.length > 0) return choiceView(json, choices, { inside, component, isHidden });
  const items = objectIn(json, "items");
  const ofItems = Object.keys(items).length > 0 ? view(items, inside) : null;
  return {
    type: typeWords(json, ofItems),
    component: component ?? ofItems?.component ?? null,
    description: textIn(json, "description"),
    values: [...valuesOf(json), ...(ofItems?.values ?? [])],
    facts: [...factsOf(json), ...(ofItems?.facts ?? [])],
    fields: isHidden ? [] : [...fieldsOf(json, inside), ...(ofItems?.fields ?? [])],
  };
}

/** A component is described once on every way down; with `shallow` only the outermost schema is. */
function isLeftOut(component: string, { above, shallow, depth }: Context): boolean {
  return above.includes(component) || (shallow && depth > 0);
}

function below(context: Context, component: string | null): Context {
  const above = component === null ? context.above : [...context.above, component];
  return { ...context, above, depth: context.depth + 1 };
}

interface Choice {
  readonly inside: Context;
  readonly component: string | null;
  readonly isHidden: boolean;
}

/** One of several schemas: the fields of each under its name, unless only one has any. */
function choiceView(json: Json, choices: readonly Json[], choice: Choice): SchemaView {
  const views = choices.map((one) => view(one, choice.inside));
  const withFields = views.filter((one) => one.fields.length > 0);
  const fields = withFields.flatMap((one, index) =>
    withFields.length === 1 ? one.fields : [variantField(one, index)],
  );
  return {
    type: [...new Set(views.map((one) => one.type))].join(" or "),
    component: choice.component ?? views.find((one) => one.component !== null)?.component ?? null,
    description: textIn(json, "description") ?? views[0]?.description ?? null,
    values: views.flatMap((one) => one.values),
    facts: [...factsOf(json), ...views.flatMap((one) => one.facts)],
    fields: choice.isHidden ? [] : fields,
  };
}

function variantField(variant: SchemaView, index: number): FieldView {
  const name = variant.component ?? `variant ${String(index + 1)}`;
  return { ...variant, name: `(${name})`, required: false };
}

function fieldsOf(json: Json, context: Context): readonly FieldView[] {
  const required = listIn(json, "required");
  const named = Object.entries(objectIn(json, "properties")).map(([name, schema]) =>
    fieldOf(name, { schema, required: required.includes(name), context }),
  );
  const others = json["additionalProperties"];
  const patterned = isObject(others)
    ? [fieldOf("*", { schema: others, required: false, context })]
    : [];
  const parts = objectsIn(json, "allOf").flatMap((part) => view(part, context).fields);
  return [...parts, ...named, ...patterned];
}

function fieldOf(
  name: string,
  field: { readonly schema: unknown; readonly required: boolean; readonly context: Context },
): FieldView {
  const schema = isObject(field.schema) ? field.schema : {};
  return { ...view(schema, field.context), name, required: field.required };
}

function typeWords(json: Json, items: SchemaView | null): string {
  const given = json["type"];
  const types = typeof given === "string" ? [given] : listIn(json, "type").map(String);
  const known = types.length > 0 ? types : [guessType(json)];
  const format = textIn(json, "format");
  const words = known.map((type) => {
    if (type === "array" && items !== null) return `array of ${items.type}`;
    return type === "string" && format !== null ? `string (${format})` : type;
  });
  return words.join(" or ");
}

function guessType(json: Json): string {
  const value = json["const"] ?? listIn(json, "enum")[0];
  if (value !== undefined) return typeof value;
  if (json["properties"] !== undefined) return "object";
  return json["items"] === undefined ? "any" : "array";
}

function valuesOf(json: Json): readonly string[] {
  const constant = json["const"];
  return [...(constant === undefined ? [] : [constant]), ...listIn(json, "enum")].map(jsonText);
}

const wordsOfFacts: Readonly<Record<string, string>> = {
  default: "default",
  minimum: "at least",
  exclusiveMinimum: "more than",
  maximum: "at most",
  exclusiveMaximum: "less than",
  multipleOf: "multiple of",
  minLength: "shortest length",
  maxLength: "greatest length",
  minItems: "fewest items",
  maxItems: "most items",
  pattern: "pattern",
};

function factsOf(json: Json): readonly (readonly [string, string])[] {
  const facts = Object.entries(wordsOfFacts).flatMap(([name, words]) => {
    const value = json[name];
    // the bounds of whole numbers in JavaScript say nothing about the field
    return value === undefined || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
      ? []
      : [[words, jsonText(value)] as const];
  });
  const examples = listIn(json, "examples").map(
    (example) => ["example", jsonText(example)] as const,
  );
  return [...facts, ...examples.slice(0, 1)];
}
