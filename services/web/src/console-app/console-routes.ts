import { randomBytes } from "node:crypto";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { landingPage } from "../pages/landing-page.ts";
import { sendPage } from "../pages/page.ts";
import type { ConsoleFiles } from "./console-files.ts";
import { consolePaths } from "./console-paths.ts";
import { consolePolicy } from "./console-policy.ts";

/**
 * The console's page at each of its paths, and its files under `/assets/`. The page is the same for everybody and holds no data. Without a build every
 * path says how to make one.
 */
export function registerConsoleRoutes(
  app: FastifyInstance,
  { files, publicUrl }: { readonly files: ConsoleFiles | null; readonly publicUrl: string },
): void {
  for (const path of Object.values(consolePaths)) {
    app.get(path, (_request, reply) => {
      if (files === null) return sendPage(reply, 200, landingPage(publicUrl));
      const nonce = randomBytes(16).toString("base64");
      return reply
        .type("text/html; charset=utf-8")
        .header("content-security-policy", consolePolicy(nonce))
        .send(files.page(nonce));
    });
  }
  if (files === null) {
    // the access table has its line either way
    app.get("/assets/*", (_request, reply) => reply.callNotFound());
    return;
  }
  void app.register(fastifyStatic, {
    root: files.assets,
    prefix: "/assets/",
    decorateReply: false,
    index: false,
    dotfiles: "ignore",
    preCompressed: true,
    // their names change with their content
    immutable: true,
    maxAge: "365d",
    setHeaders: (response) => void response.setHeader("vary", "Accept-Encoding"),
  });
}
