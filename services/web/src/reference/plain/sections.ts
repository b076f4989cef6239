import { type Html, markup } from "../../pages/html.ts";
import { isObject, type Json, objectIn, objectsIn, textIn } from "../model/json.ts";
import { type OperationView, operationsOf } from "../model/operations.ts";
import { inline } from "../text/inline.ts";
import { slugOf } from "../text/slug.ts";
import { methodHtml, operationAnchor, operationHtml, type OperationOptions } from "./operation.ts";
import type { ContentsGroup } from "./page.ts";
import { schemaAnchor } from "./fields.ts";
import { schemaNames, schemasHtml } from "./schemas.ts";

/** A part of the page and its lines in the contents. */
export interface Section {
  readonly contents: readonly ContentsGroup[];
  readonly html: Html;
}

/** What the document says of itself, and where it is. */
export function overview(
  document: Json,
  { origin, path }: { origin: string; path: string },
): Section {
  const base = textIn(objectsIn(document, "servers")[0] ?? {}, "url")?.replace(/\/$/, "") ?? "";
  return {
    contents: [],
    html: markup`<p class="lead">${inline(textIn(objectIn(document, "info"), "description") ?? "")}</p>
<dl class="summary"><div><dt>Base address</dt><dd><code>${origin}${base}</code></dd></div>
<div><dt>OpenAPI 3.1</dt><dd><a href="${path}">${path}</a></dd></div></dl>
`,
  };
}

/** The ways of the document to say who is asking. */
export function authentication(document: Json): Section {
  const schemes = objectIn(objectIn(document, "components"), "securitySchemes");
  const described = Object.entries(schemes).map(([name, scheme]) => {
    const json = isObject(scheme) ? scheme : {};
    const words = [textIn(json, "scheme"), textIn(json, "in"), textIn(json, "name")];
    return markup`<div id="security-${name}"><dt><code>${name}</code> <span class="type">${textIn(json, "type") ?? ""} ${words.filter((word) => word !== null).join(" ")}</span></dt>
<dd><p>${inline(textIn(json, "description") ?? "")}</p></dd></div>`;
  });
  return {
    contents: [{ title: "Authentication", anchor: "authentication", items: [] }],
    html: markup`<section aria-labelledby="authentication"><h2 id="authentication">Authentication</h2><dl class="fields">${described}</dl></section>
`,
  };
}

/** Every operation, by tag, in the order of the document's tags; within a tag as they come, or by path. */
export function operations(
  options: OperationOptions,
  { sorted = false }: { readonly sorted?: boolean } = {},
): Section {
  const found = operationsOf(options.document);
  const all = sorted ? found.toSorted(byPath) : found;
  const named = objectsIn(options.document, "tags").flatMap((tag) => textIn(tag, "name") ?? []);
  const tags = [...new Set([...named, ...all.map(({ tag }) => tag)])];
  const parts = tags.map((tag) =>
    tagSection(
      tag,
      all.filter((one) => one.tag === tag),
      options,
    ),
  );
  return {
    contents: parts.flatMap(({ contents }) => contents),
    html: markup`${parts.map(({ html }) => html)}`,
  };
}

const methodOrder = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Equal paths by method; the order of the sorted routes puts DELETE first. */
function byPath(one: OperationView, other: OperationView): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return methodOrder.indexOf(one.method) - methodOrder.indexOf(other.method);
}

function tagSection(
  tag: string,
  found: readonly OperationView[],
  options: OperationOptions,
): Section {
  const anchor = `tag-${slugOf(tag)}`;
  const described = objectsIn(options.document, "tags").find((one) => one["name"] === tag) ?? {};
  const description = textIn(described, "description");
  return {
    contents: [{ title: tag, anchor, items: found.map(contentsLine) }],
    html: markup`<section aria-labelledby="${anchor}"><h2 id="${anchor}">${tag}</h2>
${description === null ? null : markup`<p>${inline(description)}</p>`}
${found.map((one) => operationHtml(one, options))}</section>
`,
  };
}

function contentsLine(operation: OperationView) {
  const title = markup`${methodHtml(operation.method)} ${operation.summary}`;
  return { anchor: operationAnchor(operation), title };
}

/** Every component. */
export function schemas(document: Json): Section {
  const items = schemaNames(document).map((name) => ({ anchor: schemaAnchor(name), title: name }));
  return {
    contents: [{ title: "Schemas", anchor: "schemas", items }],
    html: markup`<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${schemasHtml(document)}</section>
`,
  };
}
