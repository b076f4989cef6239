import { describe, expect, test } from "vitest";
import { exampleOf } from "./example-of.ts";
import type { Json } from "./json.ts";
import { schemaView } from "./schema-view.ts";

const document: Json = {
  components: {
    schemas: {
      Status: { type: "string", enum: ["open", "done"], description: "How it is." },
      Line: {
        type: "object",
        required: ["text"],
        properties: { text: { type: "string", maxLength: 5 } },
      },
      Tree: {
        type: "object",
        properties: { name: { type: "string" }, below: { type: "array", items: ref("Tree") } },
      },
    },
  },
};

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

const fields = (schema: Json) => schemaView(document, schema).fields;

describe("a schema as people read it", () => {
  test("has the fields of what it refers to, nested, with their components", () => {
    const [status, lines] = fields({
      type: "object",
      required: ["status"],
      properties: { status: ref("Status"), lines: { type: "array", items: ref("Line") } },
    });
    expect(status).toMatchObject({
      name: "status",
      type: "string",
      component: "Status",
      required: true,
      values: ["open", "done"],
      description: "How it is.",
    });
    expect(lines).toMatchObject({ type: "array of object", component: "Line", required: false });
    expect(lines?.fields).toMatchObject([
      { name: "text", required: true, facts: [["greatest length", "5"]] },
    ]);
  });

  test("says or null, in both notations, and keeps the fields", () => {
    expect(schemaView(document, { type: ["string", "null"], format: "date" }).type).toBe(
      "string (date) or null",
    );
    const nullable = schemaView(document, { anyOf: [ref("Line"), { type: "null" }] });
    expect(nullable).toMatchObject({ type: "object or null", component: "Line" });
    expect(nullable.fields.map(({ name }) => name)).toEqual(["text"]);
  });

  test("names the variants when there are several with fields", () => {
    const either = fields({ oneOf: [ref("Line"), ref("Tree")] });
    expect(either.map(({ name }) => name)).toEqual(["(Line)", "(Tree)"]);
    expect(either[0]?.fields.map(({ name }) => name)).toEqual(["text"]);
  });

  test("ends where a component holds itself", () => {
    const [, below] = fields(ref("Tree"));
    expect(below).toMatchObject({ component: "Tree", fields: [] });
  });

  test("shows fields of any name", () => {
    const [any] = fields({ type: "object", additionalProperties: { type: "integer" } });
    expect(any).toMatchObject({ name: "*", type: "integer" });
  });

  test("shallow: the fields of other components are left to them", () => {
    const view = schemaView(
      document,
      { type: "object", properties: { line: ref("Line"), own: { properties: { a: {} } } } },
      { shallow: true },
    );
    expect(view.fields[0]).toMatchObject({ component: "Line", fields: [] });
    expect(view.fields[1]?.fields).toHaveLength(1);
  });

  test("leaves out the bounds that every number has", () => {
    const { facts } = schemaView(document, { type: "integer", maximum: Number.MAX_SAFE_INTEGER });
    expect(facts).toEqual([]);
  });

  test("a reference that leads nowhere is an error", () => {
    expect(() => schemaView(document, ref("Nothing"))).toThrow(
      "nothing at #/components/schemas/Nothing",
    );
  });
});

describe("an example of a schema", () => {
  test("is its own where it has one, else made from its words", () => {
    const schema = {
      type: "object",
      properties: {
        line: ref("Line"),
        status: ref("Status"),
        own: { examples: [7] },
        at: { type: "string", format: "date" },
      },
    };
    expect(exampleOf(document, schema)).toEqual({
      line: { text: "text" },
      status: "open",
      own: 7,
      at: "2026-03-02",
    });
  });

  test("ends where a component holds itself", () => {
    expect(exampleOf(document, ref("Tree"))).toEqual({ name: "text", below: [null] });
  });
});
