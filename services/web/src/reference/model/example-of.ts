import { isObject, type Json, listIn, objectIn, objectsIn, textIn } from "./json.ts";
import { resolve } from "./resolve.ts";

/** A value of the schema: its own example where it has one, else one made from its words. */
export function exampleOf(document: Json, schema: Json, above: readonly string[] = []): unknown {
  const { json, component } = resolve(document, schema);
  const given = json["example"] ?? listIn(json, "examples")[0] ?? json["const"] ?? json["default"];
  if (given !== undefined) return given;
  if (component !== null && above.includes(component)) return null;
  const path = component === null ? above : [...above, component];
  const choices = [...objectsIn(json, "anyOf"), ...objectsIn(json, "oneOf")];
  if (choices[0] !== undefined) return exampleOf(document, choices[0], path);
  const listed = listIn(json, "enum");
  if (listed.length > 0) return listed[0];
  return byType(document, json, path);
}

function byType(document: Json, json: Json, path: readonly string[]): unknown {
  const type = typeof json["type"] === "string" ? json["type"] : listIn(json, "type")[0];
  if (type === "string") return textOf(json);
  if (type === "integer" || type === "number") return json["minimum"] ?? 1;
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (type === "array" || json["items"] !== undefined) {
    return [exampleOf(document, objectIn(json, "items"), path)];
  }
  const fields = Object.entries(objectIn(json, "properties")).flatMap(([name, schema]) =>
    isObject(schema) ? [[name, namedExample(document, { name, schema, path })] as const] : [],
  );
  return Object.fromEntries(fields);
}

interface Named {
  readonly name: string;
  readonly schema: Json;
  readonly path: readonly string[];
}

/** What a plain text is, its name often tells. */
function namedExample(document: Json, { name, schema, path }: Named): unknown {
  const preferred = choicesByName[name];
  const listed = listIn(resolve(document, schema).json, "enum");
  if (preferred !== undefined && listed.includes(preferred)) return preferred;
  const example = exampleOf(document, schema, path);
  return example === anyText
    ? (textsByName[name] ?? (name.endsWith("At") ? instant : anyText))
    : example;
}

const anyText = "text";
const instant = "2026-03-02T08:10:00.000Z";
const id = "7f3f7c0e-6a0b-4b60-9c3e-1a5d9f0f4a11";

/** Where they are among the values: they make one story. */
const choicesByName: Readonly<Record<string, string>> = {
  status: "in_transit",
  previousStatus: "picked_up",
  eventType: "departure",
  mode: "parcel",
};

const textsByName: Readonly<Record<string, string>> = {
  city: "Zürich",
  originCity: "Zürich",
  destCity: "Łódź",
  customerName: "Nordwind Spedition GmbH",
  carrierName: "Alpen Cargo AG",
  error: "city: must not be blank.",
  nextCursor: "eyJhIjoxfQ",
  countryCode: "CH",
  timeZone: "Europe/Zurich",
  shipmentNumber: "SHP-000001",
  position: "12.345",
  customerId: id,
  since: instant,
};

const textsByFormat: Readonly<Record<string, string>> = {
  uuid: id,
  "date-time": instant,
  date: "2026-03-02",
  email: "you@example.com",
  uri: "https://example.com/hooks",
};

function textOf(json: Json): string {
  return textsByFormat[textIn(json, "format") ?? ""] ?? anyText;
}
