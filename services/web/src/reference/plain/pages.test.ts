import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isObject, type Json, listIn, objectIn } from "../model/json.ts";
import { operationsOf, type OperationView, webhooksOf } from "../model/operations.ts";
import type { SchemaView } from "../model/schema-view.ts";
import { readReferenceFiles } from "../reference-files.ts";
import { webhookDocument } from "../webhook-document.ts";
import { linkTarget } from "./link-target.ts";
import { operationAnchor } from "./operation.ts";
import { readPage } from "./read-page.ts";
import { webPage } from "./web-page.ts";

const origin = "https://tracking.example.com";
const files = readReferenceFiles();
// as: it is a document
const webApi = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../../../docs/openapi/web-api.json"), "utf8"),
) as Json;

const pages = [
  { name: "/docs/plain", document: files.readApi, page: readPage(files, origin) },
  { name: "/docs/web/plain", document: webApi, page: webPage(webApi, origin) },
] as const;

/** Text as a reader sees it: without tags, entities and places to break. */
function textOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/gs, "")
    .replaceAll("<wbr>", "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** The part of the page that describes the operation. */
function partOf(page: string, operation: OperationView): string {
  const start = page.indexOf(`id="${operationAnchor(operation)}"`);
  return start < 0 ? "" : textOf(page.slice(start, page.indexOf("</article>", start)));
}

/** Names and values of a schema, down to the last field. */
function wordsOf(view: SchemaView): readonly string[] {
  const inside = view.fields.flatMap((field) => [field.name, ...wordsOf(field)]);
  return [...view.values, ...view.facts.map(([, value]) => value), ...inside];
}

/** Everything that has to be said of an operation. */
function wordsOfOperation(operation: OperationView): readonly string[] {
  const { parameters, body, answers } = operation;
  return [
    operation.path,
    operation.method,
    ...parameters.flatMap((one) => [one.name, ...wordsOf(one.schema)]),
    ...(body === null ? [] : [body.media, ...wordsOf(body.schema)]),
    ...answers.flatMap(({ status, description, headers, content }) => [
      status,
      ...headers.map((header) => header.name),
      ...(/[`[*]/.test(description) ? [] : [description]),
      ...errorTexts(content?.examples ?? []),
      ...(content === null || /^[45]/.test(status) ? [] : wordsOf(content.schema)),
    ]),
  ];
}

function errorTexts(examples: readonly { readonly value: unknown }[]): readonly string[] {
  return examples.flatMap(({ value }) =>
    isObject(value) && typeof value["error"] === "string" ? [value["error"]] : [],
  );
}

/** Names of properties and values of enums, wherever the document has them. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  const own = [...Object.keys(objectIn(value, "properties")), ...listIn(value, "enum").map(String)];
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

describe.each(pages)("$name", ({ document, page }) => {
  const text = textOf(page);
  const operations = operationsOf(document);

  test("has every operation with all its parameters, fields, values, answers and headers", () => {
    expect(operations.length).toBeGreaterThan(5);
    for (const operation of operations) {
      const part = partOf(page, operation);
      const missing = wordsOfOperation(operation).filter((word) => !part.includes(word));
      expect(missing, operation.id).toEqual([]);
    }
  });

  test("has every property and every value of the document, however the model reads it", () => {
    const names = new Set(namesIn(document));
    expect(names.size).toBeGreaterThan(50);
    expect([...names].filter((name) => !text.includes(name))).toEqual([]);
  });

  test("has every component with its description", () => {
    const schemas = objectIn(objectIn(document, "components"), "schemas");
    const missing = Object.keys(schemas).filter((name) => !page.includes(`id="schema-${name}"`));
    expect(missing).toEqual([]);
  });

  test("uses every anchor once, and every link within it leads somewhere", () => {
    const anchors = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.filter((id, index) => anchors.indexOf(id) !== index)).toEqual([]);
    const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(50);
    expect([...new Set(links)].filter((id) => !anchors.includes(id))).toEqual([]);
  });

  test("lists every section, operation and schema in its contents", () => {
    const contents = page.slice(page.indexOf('class="contents"'), page.indexOf("<main"));
    const headed = [...page.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
    const expected = [...headed, ...operations.map(operationAnchor)];
    expect(expected.filter((id) => !contents.includes(`href="#${id ?? ""}"`))).toEqual([]);
  });

  test("is well formed: what is opened is closed, in order, and headings skip no level", () => {
    const open: string[] = [];
    for (const [, slash, name = ""] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
      if (["meta", "link", "wbr"].includes(name)) continue;
      if (slash === "") open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
    const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(jumps).toEqual([]);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
  });

  test("has no script, and nothing that is loaded", () => {
    expect(page).not.toMatch(/<script|<img|<iframe|<object|\son[a-z]+=|src=|url\(|@import/);
    expect(page).toContain('<html lang="en">');
  });

  test("shows no place-holder of a program", () => {
    expect(text).not.toMatch(/\bundefined\b|\[object|\bNaN\b/);
  });
});

describe("the page for integrators", () => {
  const { page } = pages[0];

  test("has the bodies of webhooks, the programs that verify them, and the guide", () => {
    for (const sent of webhooksOf(webhookDocument)) {
      const missing = wordsOfOperation(sent).filter((word) => !partOf(page, sent).includes(word));
      expect(missing).toEqual([]);
    }
    for (const { file } of files.samples) {
      expect(page).toContain(`id="sample-${file.replace(".", "-")}"`);
    }
    for (const topic of ["polling-without-waste", "a-full-sync", "errors", "tracking-links"]) {
      expect(page).toContain(`id="guide-${topic}"`);
    }
  });

  test("knows where every link of its documents leads", () => {
    const links = [files.guide, files.webhooks].flatMap((source) => [
      ...source.matchAll(/\]\(([^)\s]+)\)/g),
    ]);
    expect(links.length).toBeGreaterThan(10);
    expect(links.map(([, href = ""]) => href).filter((href) => linkTarget(href) === null)).toEqual(
      [],
    );
  });

  test("gives commands for the installation's own address", () => {
    expect(page).toContain(`curl &#39;${origin}/api/v1/shipments?status=`);
    expect(page).not.toContain("localhost");
  });
});
