import type { OperationView, ParameterView } from "../model/operations.ts";
import { exampleOf } from "../model/example-of.ts";
import { isObject, type Json, jsonText, listIn } from "../model/json.ts";

/** A command that asks for the operation. */
export function curlOf(operation: OperationView, document: Json, origin: string): string {
  const lines = [
    `curl${methodOption(operation)} '${origin}${pathOf(operation)}${queryOf(operation)}'`,
    ...(operation.security.includes("apiKey") ? [`-H "Authorization: Bearer $KEY"`] : []),
    ...(operation.security.includes("session") ? ["-b cookies.txt"] : []),
    ...bodyOptions(operation, document),
  ];
  return lines.join(" \\\n  ");
}

function methodOption({ method, body }: OperationView): string {
  const isUsual = method === (body === null ? "GET" : "POST");
  return isUsual ? "" : ` -X ${method}`;
}

const uuid = "7f3f7c0e-6a0b-4b60-9c3e-1a5d9f0f4a11";

function pathOf({ path, parameters }: OperationView): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((one) => one.place === "path" && one.name === name);
    return typeof parameter?.example === "string"
      ? parameter.example
      : (parameter?.schema.values[0] ?? uuid);
  });
}

/** What has to be given, and what the document has an example of that is not the default. */
function queryOf({ parameters }: OperationView): string {
  const given = parameters
    .filter((one) => one.place === "query")
    .flatMap((one) => {
      const value = valueOf(one);
      return value === null ? [] : [`${one.name}=${encodeURIComponent(value)}`];
    });
  return given.length === 0 ? "" : `?${given.join("&")}`;
}

function valueOf({ example, required, schema }: ParameterView): string | null {
  const standard = schema.facts.find(([words]) => words === "default")?.[1];
  const given = example === undefined ? standard : jsonText(example);
  if (given !== undefined && given !== standard) return given;
  return required ? (schema.values[0] ?? "…") : null;
}

function bodyOptions({ body }: OperationView, document: Json): readonly string[] {
  if (body === null) return [];
  const type = `-H 'Content-Type: ${body.media}'`;
  if (body.media !== "application/json") return [type, "--data-binary @file.csv"];
  return [type, `-d '${JSON.stringify(bodyExample(document, body))}'`];
}

/** With the fields that are needed, or with all where none is. */
function bodyExample(document: Json, body: NonNullable<OperationView["body"]>): unknown {
  const given = body.examples[0]?.value ?? exampleOf(document, body.json);
  const required = listIn(body.json, "required");
  if (!isObject(given) || required.length === 0) return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => required.includes(name)));
}
