import swagger from "@fastify/swagger";
import type { FastifyInstance, FastifySchema } from "fastify";
import { areaHeaders } from "../answers/area-headers.ts";
import { entityTag } from "../answers/entity-tag.ts";
import { type Answer, sendAnswer } from "../answers/send-answer.ts";
import { componentSchemas } from "./components.ts";
import { failure, notModified, success } from "./responses.ts";

/**
 * Serves the OpenAPI document of the routes registered after this, at `/api/openapi.json`. The schemas of the routes document; they
 * neither validate what comes in (no parameter is ever an error) nor serialise what goes out (it is finished text).
 */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  await app.register(swagger, {
    openapi: { ...head, components: { securitySchemes, schemas: { ...componentSchemas } } },
    convertConstToEnum: false,
  });
  let answer: Answer | undefined;
  app.get("/api/openapi.json", { schema: documentSchema }, async (request, reply) => {
    answer ??= documentAnswer(app);
    return sendAnswer(request, reply.headers(areaHeaders.other), answer);
  });
}

function documentAnswer(app: FastifyInstance): Answer {
  const body = Buffer.from(openApiText(app), "utf8");
  return { body, tag: entityTag(body) };
}

/** The document as it is committed and served. */
export function openApiText(app: FastifyInstance): string {
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}

const documentSchema: FastifySchema = {
  operationId: "getOpenApi",
  summary: "This document",
  tags: ["Documentation"],
  security: [],
  response: {
    200: success({
      description: "OpenAPI 3.1.",
      schema: { type: "object" },
      example: { openapi: "3.1.0" },
      headers: {},
    }),
    304: notModified({}),
    405: failure("Any method but GET and HEAD.", ["method_not_allowed"]),
  },
};

const securitySchemes = {
  apiKey: {
    type: "http" as const,
    scheme: "bearer",
    description:
      "An API key, made in the web application and shown once: `Authorization: Bearer stk_…`. The key identifies the tenant; all data is that tenant's.",
  },
};

const head = {
  openapi: "3.1.0",
  info: {
    title: "Shipment Tracking read API",
    version: "1",
    description:
      "Read-only JSON API for shipments, customers and invoices of the key's tenant, and the public tracking endpoint. Every error is an object with the single field `error`. Under `/v1` the key is checked first: without one, every path and method answers 401; then unknown paths answer 404 and known ones 405 for any method but GET and HEAD. HEAD answers as GET does, without the body.",
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  externalDocs: {
    description: "Guide and plain page",
    url: "/docs/plain",
  },
  servers: [{ url: "/api", description: "This server" }],
  tags: [
    { name: "Read API", description: "Needs an API key." },
    { name: "Public tracking", description: "Needs nothing but the link's token." },
    { name: "Documentation", description: "Open to all." },
  ],
};
