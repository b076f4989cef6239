import type { FastifyInstance } from "fastify";
import { type Asset, createAsset, sendAsset } from "./asset.ts";
import { documentPaths } from "./interactive/scalar-configuration.ts";
import { scalarPage, scalarPolicy } from "./interactive/scalar-page.ts";
import { isObject } from "./model/json.ts";
import { plainPolicy } from "./plain/style.ts";
import { readPage } from "./plain/read-page.ts";
import { webPage } from "./plain/web-page.ts";
import { readReferenceFiles } from "./reference-files.ts";
import { webhookDocument } from "./webhook-document.ts";

export interface ReferenceOptions {
  /** Where users reach the service, for the commands on the pages. */
  readonly publicUrl: string;
  /** The web application's OpenAPI document; it is asked for once, when all routes are known. */
  webDocument(): string;
}

const html = { type: "text/html; charset=utf-8", cacheControl: "no-cache" };

/**
 * The API reference: `/docs` to try out, `/docs/plain` and `/docs/web/plain` to read. Made once from the OpenAPI documents.
 * Throws when a file that it is made of is missing.
 */
export function registerReference(app: FastifyInstance, options: ReferenceOptions): void {
  const { publicUrl, webDocument } = options;
  const files = readReferenceFiles();
  const script = createAsset(files.script, {
    type: "text/javascript; charset=utf-8",
    cacheControl: "public, max-age=31536000, immutable",
  });
  const scriptPath = `/docs/assets/${script.hash}/scalar.js`;
  const reference = createAsset(scalarPage(scriptPath), html);
  const read = createAsset(readPage(files, publicUrl), html);
  const webhooks = createAsset(JSON.stringify(webhookDocument, null, 2), {
    type: "application/json; charset=utf-8",
    cacheControl: "no-cache",
  });
  let web: Asset | undefined;
  app.get("/docs", (request, reply) =>
    sendAsset(request, reply.header("content-security-policy", scalarPolicy), reference),
  );
  app.get("/docs/plain", (request, reply) =>
    sendAsset(request, reply.header("content-security-policy", plainPolicy), read),
  );
  app.get("/docs/web/plain", (request, reply) => {
    web ??= createAsset(webPage(parsed(webDocument()), publicUrl), html);
    return sendAsset(request, reply.header("content-security-policy", plainPolicy), web);
  });
  app.get(documentPaths.webhooks, (request, reply) => sendAsset(request, reply, webhooks));
  app.get<{ Params: { hash: string } }>("/docs/assets/:hash/scalar.js", (request, reply) =>
    // an older or newer process of a rolling deployment may have made the page
    request.params.hash === script.hash ? sendAsset(request, reply, script) : reply.callNotFound(),
  );
}

function parsed(text: string) {
  const document: unknown = JSON.parse(text);
  return isObject(document) ? document : {};
}
