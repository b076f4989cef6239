import type { FastifyReply } from "fastify";
import { type Html, markup } from "./html.ts";
import { style, styleSource } from "./style.ts";

export interface Page {
  readonly title: string;
  readonly main: Html;
  readonly footer: Html | null;
  /** It has forms that send to this origin without a script. */
  readonly sendsForms?: boolean;
}

export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  if (page.sendsForms === true) {
    reply.header("content-security-policy", policyWithForms);
    // without a referrer the form's request would have no origin, and be refused
    reply.header("referrer-policy", "same-origin");
  }
  return reply.code(status).type("text/html; charset=utf-8").send(renderPage(page));
}

/** As for all pages (http/security-headers.ts), and forms. */
const policyWithForms = [
  "default-src 'none'",
  `style-src ${styleSource}`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(";");

/** A whole document; nothing is loaded from anywhere. */
function renderPage({ title, main, footer, sendsForms }: Page): string {
  const referrer = sendsForms === true ? "same-origin" : "no-referrer";
  const inlineStyle: Html = { markup: `<style>${style}</style>` };
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
</body>
</html>
`.markup;
}
