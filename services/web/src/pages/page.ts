import type { FastifyReply } from "fastify";
import { type Html, markup } from "./html.ts";
import { style } from "./style.ts";

export interface Page {
  readonly title: string;
  readonly main: Html;
  readonly footer: Html | null;
}

export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(renderPage(page));
}

/** A whole document: no script, nothing loaded from anywhere. */
function renderPage({ title, main, footer }: Page): string {
  const inlineStyle: Html = { markup: `<style>${style}</style>` };
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
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
