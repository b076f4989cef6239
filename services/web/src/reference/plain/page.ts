import { type Html, markup } from "../../pages/html.ts";
import { referenceStyle } from "./style.ts";

export interface ContentsGroup {
  readonly title: string;
  readonly anchor: string;
  readonly items: readonly { readonly anchor: string; readonly title: Html | string }[];
}

export interface PlainPage {
  readonly title: string;
  /** Path of this page, to mark it among its neighbours. */
  readonly path: string;
  readonly contents: readonly ContentsGroup[];
  readonly main: Html;
}

const neighbours = [
  ["/docs/plain", "Read API and webhooks"],
  ["/docs/web/plain", "Web application API"],
  ["/docs", "Try it out (needs JavaScript)"],
] as const;

/** A whole document without any script. */
export function plainPage({ title, path, contents, main }: PlainPage): string {
  const style: Html = { markup: `<style>${referenceStyle}</style>` };
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
${style}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><p class="name">Shipment tracking</p><nav aria-label="Reference"><ul>${neighbours.map((one) => neighbour(one, path))}</ul></nav></header>
<div class="columns">
<nav class="contents" aria-label="Contents"><details open><summary>Contents</summary><div>${contents.map(group)}</div></details></nav>
<main id="content">
<h1>${title}</h1>
${main}
</main>
</div>
</body>
</html>
`.markup;
}

function neighbour([href, title]: readonly [string, string], path: string): Html {
  return href === path
    ? markup`<li><a href="${href}" aria-current="page">${title}</a></li>`
    : markup`<li><a href="${href}">${title}</a></li>`;
}

function group({ title, anchor, items }: ContentsGroup): Html {
  const listed = items.map((item) => markup`<li><a href="#${item.anchor}">${item.title}</a></li>`);
  return markup`<p><a href="#${anchor}">${title}</a></p>${items.length > 0 ? markup`<ul>${listed}</ul>` : null}
`;
}
