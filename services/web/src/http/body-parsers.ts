import type { FastifyInstance } from "fastify";
import { Refusal } from "./refusal.ts";
import { parseStrictJson } from "./strict-json.ts";

const wrongType = "The Content-Type must be application/json.";

/** JSON bodies only. An empty body is no body, whatever its Content-Type says: share, cancel and the like need none. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      refuseOtherCharset(request.headers["content-type"] ?? "");
      // parseAs gives a buffer
      done(null, parseStrictJson(body as Buffer));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
  app.addContentTypeParser("*", (request, _payload, done) => {
    if (request.headers["content-length"] === "0") done(null, undefined);
    else done(new Refusal(415, wrongType));
  });
}

function refuseOtherCharset(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Refusal(415, `${wrongType.slice(0, -1)} in UTF-8.`);
  }
}
