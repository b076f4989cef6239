import type { FastifyInstance } from "fastify";
import { openApiText } from "./document.ts";

/**
 * Serves the OpenAPI document of the routes under `/api` that are registered after this, at `/api/web-openapi.json`. It is open to all: it is
 * published with the source anyhow. The returned function gives the document once all routes are registered.
 */
export function registerOpenApi(app: FastifyInstance): () => string {
  const routes: string[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) {
      if (url.startsWith("/api/") && one !== "HEAD") routes.push(`${one} ${url}`);
    }
  });
  let text: string | undefined;
  const document = (): string => (text ??= openApiText(routes));
  app.get("/api/web-openapi.json", (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(document()),
  );
  return document;
}
