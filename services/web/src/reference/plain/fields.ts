import { type Html, markup } from "../../pages/html.ts";
import { code, inline } from "../text/inline.ts";
import type { FieldView, SchemaView } from "../model/schema-view.ts";

/** Anchor of a component's description. */
export function schemaAnchor(component: string): string {
  return `schema-${component}`;
}

/** The fields of a schema, nested ones below the field that holds them. */
export function fieldList(fields: readonly FieldView[]): Html | null {
  return fields.length === 0
    ? null
    : markup`<dl class="fields">${fields.map((field) => entry(field.name, { view: field, required: field.required }))}</dl>`;
}

interface Entry {
  readonly view: SchemaView;
  readonly required?: boolean;
  /** Goes before the schema's own. */
  readonly description?: string | null;
}

/** A named value in a `dl`: its name, its type in words, what it means, and what it holds. */
export function entry(name: string, { view, required = false, description = null }: Entry): Html {
  return markup`<div><dt>${code(name)} ${typeHtml(view)}${required ? markup` <span class="needed">required</span>` : null}</dt>
<dd>${meaning(description ?? view.description)}${valueList(view.values)}${factList(view.facts)}${fieldList(view.fields)}</dd></div>
`;
}

/** The type in words; with a link where a component describes it. */
export function typeHtml({ type, component }: SchemaView): Html {
  const name =
    component === null ? null : markup` <a href="#${schemaAnchor(component)}">${component}</a>`;
  return markup`<span class="type">${type}${name}</span>`;
}

export function meaning(description: string | null): Html | null {
  return description === null ? null : markup`<p>${inline(description)}</p>`;
}

export function valueList(values: readonly string[]): Html | null {
  if (values.length === 0) return null;
  const listed = values.map((value) => markup`<li>${code(value)}</li>`);
  return markup`<ul class="values" aria-label="Values">${listed}</ul>`;
}

export function factList(facts: SchemaView["facts"]): Html | null {
  if (facts.length === 0) return null;
  const listed = facts.map(([words, value]) => markup`<li>${words} ${code(value)}</li>`);
  return markup`<ul class="facts" aria-label="Limits and examples">${listed}</ul>`;
}
