import { type Html, markup } from "../html.ts";
import { globe } from "./icons.ts";
import { languageNames, languages } from "./languages.ts";
import { trackingScript, trackingScriptSource } from "./tracking-script.ts";
import { trackingStyle, trackingStyleSource } from "./tracking-style.ts";
import type { Voice } from "./voice.ts";

/** A finished answer. */
export interface TrackingDocument {
  readonly status: number;
  readonly policy: string;
  readonly html: string;
}

export interface DocumentParts {
  readonly status: number;
  readonly title: string;
  readonly main: Html;
  readonly footer: Html | null;
  /** For the script, as attributes of the body; null: the page has none. */
  readonly live: LiveSettings | null;
  /** Of the shown page of the timeline, for the language switch. */
  readonly page?: number;
}

interface LiveSettings {
  /** Of the read API's answer that the page shows. */
  readonly etag: string | null;
  readonly final: boolean;
  readonly firstCheckSeconds: number;
}

export function trackingDocument(voice: Voice, parts: DocumentParts): TrackingDocument {
  return {
    status: parts.status,
    policy: contentPolicy(parts.live !== null),
    html: render(voice, parts),
  };
}

/** Address of the same page in a language, or of another page of the timeline; relative, so that the token is nowhere in the markup. */
export function link(query: { readonly lang: string | null; readonly page: number }): string {
  const parameters = [
    ...(query.lang === null ? [] : [`lang=${query.lang}`]),
    ...(query.page > 1 ? [`page=${String(query.page)}`] : []),
  ];
  return `?${parameters.join("&")}`;
}

/** Nothing is loaded from anywhere; the one style sheet and the one script are known by their hashes. */
function contentPolicy(withScript: boolean): string {
  return [
    "default-src 'none'",
    ...(withScript ? [`script-src ${trackingScriptSource}`, "connect-src 'self'"] : []),
    `style-src ${trackingStyleSource}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    // the console shows who shares a link what its recipient will see
    "frame-ancestors 'self'",
  ].join(";");
}

function render(voice: Voice, { title, main, footer, live, page = 1 }: DocumentParts): string {
  const { words, language } = voice;
  const style: Html = { markup: `<style>${trackingStyle}</style>` };
  const script: Html = { markup: live === null ? "" : `<script>${trackingScript}</script>` };
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex,nofollow,noarchive">
<meta name="format-detection" content="telephone=no">
<meta name="color-scheme" content="light dark">
<meta property="og:title" content="${words.pageName}">
<meta property="og:description" content="${words.pageDescription}">
<meta property="og:type" content="website">
<link rel="icon" href="data:,">
<title>${title}</title>
${style}
</head>
<body${live === null ? null : liveAttributes(voice, live)}>
<header><p>${words.pageName}</p>
${languageMenu(voice, page)}</header>
<main>
${main}
</main>
<footer>${footer}</footer>
${script}
</body>
</html>
`.markup;
}

/** It folds without a script too; a list of seven names would push the state off a telephone's screen. */
function languageMenu(voice: Voice, page: number): Html {
  const { words, language } = voice;
  return markup`<nav aria-label="${words.language}"><details><summary>${globe()}<span class="heard">${words.language}: </span>${languageNames[language]}</summary>
<ul>${languages.map((one) => languageLink(one, voice, page))}</ul></details></nav>`;
}

function languageLink(one: Voice["language"], { language }: Voice, page: number): Html {
  const current = one === language ? markup` aria-current="true"` : null;
  return markup`<li><a href="${link({ lang: one, page })}" lang="${one}" hreflang="${one}"${current}>${languageNames[one]}</a></li>`;
}

function liveAttributes({ locale }: Voice, live: LiveSettings): Html {
  return markup` data-locale="${locale}" data-etag="${live.etag ?? ""}" data-final="${live.final ? "1" : ""}" data-wait="${live.firstCheckSeconds}"`;
}
