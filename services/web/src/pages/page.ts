import type { FastifyReply } from "fastify";
import { createHash } from "node:crypto";
import { type Html, markup } from "./html.ts";
import { style, styleSource } from "./style.ts";

export interface Page {
  readonly title: string;
  readonly main: Html;
  readonly footer: Html | null;
  /** The only script of the page; it may call this origin and nobody else. */
  readonly script?: string;
  /** It has forms that send to this origin without a script. */
  readonly sendsForms?: boolean;
}

export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  if (page.script !== undefined) {
    reply.header("content-security-policy", policyWithScript(page.script));
  }
  if (page.sendsForms === true) {
    reply.header("content-security-policy", policyWithForms);
    // without a referrer the form's request would have no origin, and be refused
    reply.header("referrer-policy", "same-origin");
  }
  return reply.code(status).type("text/html; charset=utf-8").send(renderPage(page));
}

/** As for all pages (http/security-headers.ts), and the script by its hash. */
function policyWithScript(script: string): string {
  const hash = createHash("sha256").update(script, "utf8").digest("base64");
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "connect-src 'self'",
    `style-src ${styleSource}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(";");
}

/** As for all pages, and forms. */
const policyWithForms = [
  "default-src 'none'",
  `style-src ${styleSource}`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(";");

/** A whole document; nothing is loaded from anywhere. */
function renderPage({ title, main, footer, script, sendsForms }: Page): string {
  const referrer = sendsForms === true ? "same-origin" : "no-referrer";
  const inlineStyle: Html = { markup: `<style>${style}</style>` };
  const inlineScript: Html = { markup: script === undefined ? "" : `<script>${script}</script>` };
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="${referrer}">
<meta property="og:title" content="Shipment tracking">
<link rel="icon" href="data:,">
<title>${title}</title>
${inlineStyle}
</head>
<body>
<header>Shipment tracking</header>
<main>
${main}
</main>
<footer>${footer}</footer>
${inlineScript}
</body>
</html>
`.markup;
}
