import { expect, test } from "vitest";
import { eventDataSchemas, webhookBodySchemas } from "./json-schemas.ts";

test("every event type has a schema of its data that says nothing about the type and allows nothing else", () => {
  const schemas = eventDataSchemas();
  expect(Object.keys(schemas).length).toBeGreaterThan(20);
  for (const [type, schema] of Object.entries(schemas)) {
    expect(schema, type).toMatchObject({ type: "object", additionalProperties: false });
    expect(schema["required"], type).not.toContain("type");
    expect(schema["properties"], type).not.toHaveProperty("type.const");
  }
});

test("no place of a schema is left open because a check could not be told", () => {
  const open: string[] = [];
  const look = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value) && Object.keys(value).length === 0) open.push(path);
    for (const [name, inner] of Object.entries(value)) look(inner, `${path}/${name}`);
  };
  look({ ...eventDataSchemas(), ...webhookBodySchemas() }, "");
  // events without data have no fields
  expect(open.filter((path) => !path.endsWith("/properties"))).toEqual([]);
});

test("ids and times are named as what they are", () => {
  const created = eventDataSchemas()["shipment.created"];
  expect(created).toMatchObject({
    properties: {
      shipmentId: { type: "string", format: "uuid" },
      createdAt: { type: "string", format: "date-time" },
    },
  });
});
