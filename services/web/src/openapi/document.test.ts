import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { accessByRoute } from "../auth/access.ts";
import { openApiText } from "./document.ts";

const routes = Object.keys(accessByRoute).filter((route) => route.includes(" /api/"));
// the tests look into it
// oxlint-disable-next-line typescript/no-explicit-any
const document: any = JSON.parse(openApiText(routes));
const operations: readonly { readonly operationId: string; readonly responses: object }[] =
  Object.values(document.paths).flatMap((path) => Object.values(path as object));

describe("the document of the web application's API", () => {
  test("has every route under /api, each once and under a name of its own", () => {
    expect(operations).toHaveLength(routes.length);
    expect(new Set(operations.map((one) => one.operationId)).size).toBe(routes.length);
  });

  test("cannot be made with a route that nobody has described, or without one that somebody has", () => {
    expect(() => openApiText([...routes, "GET /api/new"])).toThrow(
      "No description (src/openapi): GET /api/new.",
    );
    expect(() => openApiText(routes.slice(1))).toThrow(`not there: ${routes[0] ?? ""}`);
  });

  test("says who may call what, and what they get otherwise", () => {
    const { get } = document.paths["/api/audit-log"];
    expect(get.description).toContain("`audit_log:read`");
    expect(Object.keys(get.responses)).toEqual(["200", "400", "401", "403", "500", "503"]);
    expect(document.paths["/api/auth/login"].post.security).toEqual([]);
  });

  test("has the bodies as they come in", () => {
    const { schema } =
      document.paths["/api/shipments"].post.requestBody.content["application/json"];
    expect(schema.required).toEqual(["mode"]);
    expect(schema.additionalProperties).toBe(false);
    expect(schema.properties.pickupScheduledAt).toEqual({ type: ["string", "null"] });
  });

  test("has a whole schema for every answer that is JSON", () => {
    const contents = operations.flatMap(({ responses }) =>
      Object.values(responses as Readonly<Record<string, { readonly content?: object }>>),
    );
    // the tests look into it
    // oxlint-disable-next-line typescript/no-explicit-any
    const json = contents.map(({ content }: any) => content?.["application/json"]?.schema);
    for (const schema of json.filter((one) => one !== undefined)) {
      expect(Object.keys(schema)).toEqual(["$ref"]);
    }
    for (const [name, schema] of Object.entries<Record<string, unknown>>(
      document.components.schemas,
    )) {
      if (schema["type"] !== "object" || name === "OpenApiDocument") continue;
      expect(schema["additionalProperties"], name).toBe(false);
    }
  });

  test("refers to nothing that is not there", () => {
    for (const [reference] of JSON.stringify(document).matchAll(/#\/components\/[A-Za-z/]+/g)) {
      const found = reference
        .split("/")
        .slice(1)
        .reduce((part, name) => part?.[name], document);
      expect(found, reference).toBeDefined();
    }
  });

  test("is the committed one", () => {
    const file = join(import.meta.dirname, "../../../../docs/openapi/web-api.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(document);
  });
});
