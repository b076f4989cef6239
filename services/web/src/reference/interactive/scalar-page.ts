import { createHash } from "node:crypto";
import { markup } from "../../pages/html.ts";
import { repairs } from "./repairs.ts";
import { scalarConfiguration } from "./scalar-configuration.ts";

const start = `${repairs}Scalar.createApiReference("#reference", ${JSON.stringify(scalarConfiguration)});`;

/**
 * As for all pages, and: code from this origin, calls to this origin, and styles that Scalar writes itself, on elements too (it has no nonces). No `eval`:
 * it runs without.
 */
export const scalarPolicy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash("sha256").update(start, "utf8").digest("base64")}'`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");

/** The page around Scalar; without scripts it leads to the plain one. */
export function scalarPage(scriptUrl: string): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>API reference · Shipment tracking</title>
</head>
<body>
<noscript><p>This page needs JavaScript. <a href="/docs/plain">The same reference without it</a>.</p></noscript>
<div id="reference"></div>
<script src="${scriptUrl}"></script>
<script>${{ markup: start }}</script>
</body>
</html>
`.markup;
}
