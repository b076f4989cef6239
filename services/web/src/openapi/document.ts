import { z } from "zod";
import { accessByRoute } from "../auth/access.ts";
import { parkingReaders } from "../event-log/log-readers.ts";
import { answerSchemas } from "./answer-schemas.ts";
import { type JsonSchema, oneOf, type Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { plainSchema } from "./plain-schema.ts";
import { responsesOf, sharedResponses } from "./responses.ts";
import { sentWebhooks, webhookSchemas } from "./sent-webhooks.ts";

/**
 * The OpenAPI document of these routes (`GET /api/shipments/:id`, in Fastify's notation). Throws when a route has no description, or a
 * description no route.
 */
export function openApiText(routes: readonly string[]): string {
  const missing = routes.filter((route) => !Object.hasOwn(operations, route));
  const spare = Object.keys(operations).filter((route) => !routes.includes(route));
  if (missing.length + spare.length > 0) {
    throw new Error(
      `No description (src/openapi): ${missing.join(", ") || "none"}. Described and not there: ${spare.join(", ") || "none"}.`,
    );
  }
  return `${JSON.stringify(documentOf(routes.toSorted()), null, 2)}\n`;
}

function documentOf(routes: readonly string[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const [method = "", pattern = ""] = route.split(" ");
    const operation = operations[route];
    if (operation === undefined) continue;
    const path = pattern.replace(/:(\w+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationOf(route, pattern, operation),
    };
  }
  return { ...head, paths, webhooks: sentWebhooks, components };
}

function operationOf(route: string, pattern: string, operation: Operation): JsonSchema {
  const access = accessByRoute[route] ?? "session";
  const { tag, summary, description, query = [], command = false } = operation;
  const rights =
    access === "public" || access === "session" ? [] : [`Needs the permission \`${access}\`.`];
  const parameters = [
    ...pathParameters(pattern),
    ...query.map((parameter) => ({ ...parameter, in: "query" })),
    ...(command ? [idempotencyKey] : []),
  ];
  return {
    operationId: operationId(route),
    tags: [tag],
    summary,
    ...withText("description", [...(description === undefined ? [] : [description]), ...rights]),
    ...(access === "public" ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(operation),
    responses: responsesOf(route, operation),
  };
}

function withText(name: string, sentences: readonly string[]): JsonSchema {
  return sentences.length === 0 ? {} : { [name]: sentences.join(" ") };
}

function pathParameters(pattern: string): readonly JsonSchema[] {
  return [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: name === "consumer" ? oneOf(parkingReaders) : { type: "string", format: "uuid" },
  }));
}

function requestBody({ body, bodyOptional = false, media }: Operation): JsonSchema {
  if (media !== undefined) {
    const content = { [media]: { schema: { type: "string" } } };
    return { requestBody: { required: true, content } };
  }
  if (body === undefined) return {};
  // what comes in; what a check does beyond its type cannot be said in a schema
  const { $schema: _dialect, ...schema } = plainSchema(
    z.toJSONSchema(body, { io: "input", unrepresentable: "any" }),
  );
  return { requestBody: { required: !bodyOptional, content: { "application/json": { schema } } } };
}

/** `POST /api/shipments/:id/events` as `postShipmentsIdEvents`. */
function operationId(route: string): string {
  const [first = "", ...rest] = route
    .replace("/api/", "")
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== "");
  return first.toLowerCase() + rest.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description: "A repeat with the same key within 24 hours gets the first answer again.",
  schema: { type: "string" },
};

const components = {
  securitySchemes: {
    session: {
      type: "apiKey",
      in: "cookie",
      name: "__Host-session",
      description: "Set by signing in; named `session` where the public address is plain http.",
    },
  },
  responses: sharedResponses,
  schemas: { ...answerSchemas(Object.values(operations)), ...webhookSchemas },
};

const head = {
  openapi: "3.1.0",
  info: {
    title: "Shipment Tracking web application API",
    version: "1",
    description:
      "What the console works with: commands and reads of the signed-in user's company. Every error is an object with the single field `error`. Another company's id is a 404. A request that changes something must come from the same origin, or without an `Origin`.",
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  externalDocs: { description: "Plain page", url: "/docs/web/plain" },
  servers: [{ url: "/", description: "This server" }],
  // in the order of a reader
  tags: [
    { name: "Session", description: "Signing in and out, and the user's own account." },
    { name: "Shipments", description: "Shipments, their tracking events and their links." },
    { name: "Imports", description: "Many shipments or events from a CSV file." },
    { name: "Customers", description: "Who is invoiced." },
    { name: "Invoices", description: "Invoices, their lines and their payments." },
    { name: "Webhooks", description: "Endpoints, what was sent to them, and what waits." },
    { name: "Event log", description: "How far the log is read, and what holds it up." },
    { name: "Administration", description: "Users, API keys, the company, and who did what." },
    { name: "Other", description: "What belongs to none of these." },
  ],
  security: [{ session: [] }],
};
