import { isObject, type Json, jsonText, listIn, objectIn, objectsIn, textIn } from "./json.ts";
import { resolve } from "./resolve.ts";
import { type SchemaView, schemaView } from "./schema-view.ts";

export interface OperationView {
  readonly id: string;
  /** Capitals. */
  readonly method: string;
  /** As one asks for it, with the server's prefix. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string | null;
  /** Names of the security schemes, one of which is needed; none: nothing is needed. */
  readonly security: readonly string[];
  readonly parameters: readonly ParameterView[];
  readonly body: (ContentView & { readonly required: boolean }) | null;
  readonly answers: readonly AnswerView[];
}

export interface ParameterView {
  readonly name: string;
  /** `path`, `query`, `header` or `cookie`. */
  readonly place: string;
  readonly required: boolean;
  readonly description: string | null;
  readonly schema: SchemaView;
  readonly example: unknown;
}

export interface AnswerView {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly HeaderView[];
  readonly content: ContentView | null;
}

export interface HeaderView {
  readonly name: string;
  readonly description: string | null;
  readonly schema: SchemaView;
}

/** What one media type holds. */
export interface ContentView {
  readonly media: string;
  readonly json: Json;
  readonly schema: SchemaView;
  readonly examples: readonly { readonly name: string | null; readonly value: unknown }[];
  /** Of a stream: the schema of each event's data, by its name (`x-events`). */
  readonly events: readonly { readonly name: string; readonly schema: SchemaView }[];
}

const methods = ["get", "post", "put", "patch", "delete"];

/** Every operation of `paths`, in the document's order. */
export function operationsOf(document: Json): readonly OperationView[] {
  const prefix = textIn(objectsIn(document, "servers")[0] ?? {}, "url")?.replace(/\/$/, "") ?? "";
  return operationsIn(document, { name: "paths", prefix });
}

/** What the service sends, as operations of the receiver; the path is the kind of message. */
export function webhooksOf(document: Json): readonly OperationView[] {
  return operationsIn(document, { name: "webhooks", prefix: "" });
}

function operationsIn(
  document: Json,
  { name, prefix }: { readonly name: string; readonly prefix: string },
): readonly OperationView[] {
  return Object.entries(objectIn(document, name)).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isObject(item) ? item[method] : undefined;
      if (!isObject(operation)) return [];
      return [operationView(document, { method, path: `${prefix}${path}`, operation })];
    }),
  );
}

interface Found {
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

function operationView(document: Json, { method, path, operation }: Found): OperationView {
  const security = operation["security"] === undefined ? document : operation;
  return {
    id: textIn(operation, "operationId") ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    tag: jsonText(listIn(operation, "tags")[0] ?? "Other"),
    summary: textIn(operation, "summary") ?? path,
    description: textIn(operation, "description"),
    security: objectsIn(security, "security").flatMap((one) => Object.keys(one)),
    parameters: objectsIn(operation, "parameters").map((one) => parameterView(document, one)),
    body: bodyView(document, operation),
    answers: Object.entries(objectIn(operation, "responses")).map(([status, answer]) =>
      answerView(document, status, isObject(answer) ? answer : {}),
    ),
  };
}

function parameterView(document: Json, parameter: Json): ParameterView {
  const { json } = resolve(document, parameter);
  const schema = objectIn(json, "schema");
  return {
    name: textIn(json, "name") ?? "",
    place: textIn(json, "in") ?? "",
    required: json["required"] === true,
    description: textIn(json, "description") ?? textIn(schema, "description"),
    schema: schemaView(document, schema),
    example: json["example"] ?? listIn(schema, "examples")[0],
  };
}

function bodyView(document: Json, operation: Json): OperationView["body"] {
  if (!isObject(operation["requestBody"])) return null;
  const { json } = resolve(document, operation["requestBody"]);
  const content = contentView(document, json);
  return content === null ? null : { ...content, required: json["required"] === true };
}

function answerView(document: Json, status: string, answer: Json): AnswerView {
  const { json } = resolve(document, answer);
  return {
    status,
    description: textIn(json, "description") ?? "",
    headers: Object.entries(objectIn(json, "headers")).map(([name, header]) =>
      headerView(document, name, isObject(header) ? header : {}),
    ),
    content: contentView(document, json),
  };
}

function headerView(document: Json, name: string, header: Json): HeaderView {
  const { json } = resolve(document, header);
  const schema = schemaView(document, objectIn(json, "schema"));
  return { name, description: textIn(json, "description") ?? schema.description, schema };
}

function contentView(document: Json, holder: Json): ContentView | null {
  const [first] = Object.entries(objectIn(holder, "content"));
  if (first === undefined || !isObject(first[1])) return null;
  const [media, content] = first;
  const schema = objectIn(content, "schema");
  const named = Object.entries(objectIn(content, "examples")).map(([name, example]) => ({
    name,
    value: isObject(example) ? example["value"] : example,
  }));
  const given = content["example"];
  const events = Object.entries(objectIn(content, "x-events")).map(([name, event]) => ({
    name,
    schema: schemaView(document, isObject(event) ? event : {}),
  }));
  return {
    media,
    json: schema,
    schema: schemaView(document, schema),
    examples: given === undefined ? named : [{ name: null, value: given }, ...named],
    events,
  };
}
