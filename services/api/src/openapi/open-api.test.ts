import {
  customerItemSchema,
  errorSchema,
  invoiceItemSchema,
  publicTrackingSchema,
  shipmentDetailSchema,
  shipmentItemSchema,
} from "@shipment-tracking/contracts";
import { createLogger } from "@shipment-tracking/runtime";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildApi } from "../app.ts";
import { examples } from "./examples.ts";
import { openApiText } from "./register-open-api.ts";

const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), description: z.string() })).optional(),
  security: z.array(z.unknown()),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      headers: z.record(z.string(), z.unknown()),
      content: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    }),
  ),
});
const documentSchema = z.object({
  openapi: z.literal("3.1.0"),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

let app: FastifyInstance;
let text: string;
let document: z.infer<typeof documentSchema>;

beforeAll(async () => {
  const pool = {
    rowTexts: "bytes" as const,
    query: () => Promise.reject(new Error("the document needs no database")),
  };
  app = await buildApi({ pool, log: createLogger({ service: "api", level: "silent" }) });
  text = openApiText(app);
  document = documentSchema.parse(JSON.parse(text));
});

afterAll(() => app.close());

const operation = (path: string) => {
  const found = document.paths[path]?.["get"];
  if (found === undefined) throw new Error(`no GET ${path} in the document`);
  return found;
};

describe("the OpenAPI document", () => {
  test("is served as it is generated", async () => {
    const answer = await app.inject("/api/openapi.json");
    expect(answer.body).toBe(text);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("describes every route, relative to the base address, and nothing else", () => {
    const routes = Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.keys(methods),
    ]);
    expect(Object.fromEntries(routes)).toEqual({
      "/openapi.json": ["get"],
      "/v1/shipments": ["get"],
      "/v1/shipments/{id}": ["get"],
      "/v1/customers": ["get"],
      "/v1/invoices": ["get"],
      "/track/{token}": ["get"],
    });
  });

  test.each([
    ["/v1/shipments", ["200", "304", "400", "401", "405", "500"]],
    ["/v1/shipments/{id}", ["200", "304", "400", "401", "404", "405", "500"]],
    ["/v1/customers", ["200", "304", "400", "401", "405", "500"]],
    ["/v1/invoices", ["200", "304", "400", "401", "405", "500"]],
    ["/track/{token}", ["200", "304", "400", "404", "405", "500"]],
  ])("%s names its answers, and the key where one is needed", (path, statuses) => {
    const { responses, security } = operation(path);
    expect(Object.keys(responses)).toEqual(statuses);
    expect(security).toEqual(path.startsWith("/v1") ? [{ apiKey: [] }] : []);
    expect(responses["304"]?.content).toBeUndefined();
    expect(Object.keys(responses["200"]?.headers ?? {})).toEqual(
      expect.arrayContaining(["ETag", "Cache-Control", "X-Request-Id", "X-Applied-Position"]),
    );
  });

  test("every reference leads to a schema", () => {
    const names = [...text.matchAll(/"\$ref": "#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(document.components.schemas).toHaveProperty(name ?? "");
  });

  test("every example is a valid answer", () => {
    z.array(shipmentItemSchema).parse(examples.shipments);
    shipmentDetailSchema.parse(examples.shipment);
    publicTrackingSchema.parse(examples.publicTracking);
    z.array(customerItemSchema).parse(examples.customers);
    z.array(invoiceItemSchema).parse(examples.invoices);
    const failures = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status]) => Number(status) >= 400);
    const exampleSchema = z.record(z.string(), z.object({ value: errorSchema }));
    for (const [, { content }] of failures) {
      const found = exampleSchema.parse(content?.["application/json"]?.["examples"]);
      expect(Object.keys(found).length).toBeGreaterThan(0);
    }
  });

  test("the list parameters tell how wrong values are read", () => {
    const described = operation("/v1/shipments").parameters ?? [];
    const texts = new Map(described.map(({ name, description }) => [name, description]));
    expect(texts.get("limit")).toMatch(/clamped to 200.*falls back to 50/);
    expect(texts.get("offset")).toMatch(/below 0/);
    expect(texts.get("status")).toMatch(/case-sensitive/);
    expect([...texts.keys()]).toEqual(expect.arrayContaining(["If-None-Match", "X-Min-Position"]));
  });
});
