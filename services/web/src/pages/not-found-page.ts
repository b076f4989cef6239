import type { FastifyReply, FastifyRequest } from "fastify";
import { markup } from "./html.ts";
import { type Page, sendPage } from "./page.ts";

/** 404 to a browser that opened an address of nothing, and to programs as every other error. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header("vary", "Accept");
  return wantsPage(request)
    ? sendPage(reply, 404, page)
    : reply.code(404).send({ error: "Not found" });
}

/** A browser names HTML when it opens an address; the programs of a page, curl and other clients do not. */
function wantsPage({ method, raw, headers }: FastifyRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return raw.url?.startsWith("/api/") !== true && /\btext\/html\b/i.test(headers.accept ?? "");
}

const page: Page = {
  title: "There is no such page",
  main: markup`<section class="card">
<h1>There is no such page</h1>
<p>The address may be incomplete or mistyped. A tracking link has to be copied as a whole.</p>
<p><a href="/">To the start page</a></p>
</section>`,
  footer: null,
};
