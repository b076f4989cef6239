import { type Html, markup } from "../../pages/html.ts";
import { isObject, type Json, objectIn } from "../model/json.ts";
import { schemaView } from "../model/schema-view.ts";
import { factList, fieldList, meaning, schemaAnchor, typeHtml, valueList } from "./fields.ts";

export function schemaNames(document: Json): readonly string[] {
  return Object.keys(objectIn(objectIn(document, "components"), "schemas"));
}

/** Each component once, with links to the others that it holds. */
export function schemasHtml(document: Json): Html {
  const schemas = objectIn(objectIn(document, "components"), "schemas");
  const described = Object.entries(schemas).map(([name, schema]) =>
    componentHtml(document, name, isObject(schema) ? schema : {}),
  );
  return markup`${described}`;
}

function componentHtml(document: Json, name: string, schema: Json): Html {
  const view = schemaView(document, schema, { shallow: true });
  const anchor = schemaAnchor(name);
  return markup`<section class="schema" aria-labelledby="${anchor}"><h3 id="${anchor}"><a href="#${anchor}"><code>${name}</code></a></h3>
<p>${typeHtml(view)}</p>${meaning(view.description)}${valueList(view.values)}${factList(view.facts)}${fieldList(view.fields)}</section>
`;
}
