import type { FastifyInstance } from "fastify";
import { openApiText } from "./document.ts";

/**
 * Serves the OpenAPI document of the routes under `/api` that are registered after this, at `/api/web-openapi.json`. It is open to all: it is
 * published with the source anyhow.
 */
export function registerOpenApi(app: FastifyInstance): void {
  const routes: string[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) {
      if (url.startsWith("/api/") && one !== "HEAD") routes.push(`${one} ${url}`);
    }
  });
  let text: string | undefined;
  app.get("/api/web-openapi.json", (_request, reply) => {
    text ??= openApiText(routes);
    return reply.type("application/json; charset=utf-8").send(text);
  });
}
