import { type Html, markup } from "../../pages/html.ts";

/** Where a link of a text leads on the page; null: nowhere, its words stay. */
export type LinkTarget = (href: string) => string | null;

const asWritten: LinkTarget = (href) => href;

/** Code in backticks, **strong** words and [links](…) of a text; all else is text. */
export function inline(text: string, target: LinkTarget = asWritten): Html {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/);
  return markup`${parts.map((part) => inlinePart(part, target))}`;
}

function inlinePart(part: string, target: LinkTarget): Html {
  if (part.startsWith("`")) return part.length > 1 ? code(part.slice(1, -1)) : markup`${part}`;
  if (/^\*\*[^*]+\*\*$/.test(part)) return markup`<strong>${part.slice(2, -2)}</strong>`;
  const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part);
  if (link === null) return markup`${part}`;
  const [, words = "", href = ""] = link;
  const found = target(href);
  return found === null ? inline(words) : markup`<a href="${found}">${inline(words)}</a>`;
}

/** Long names may break after a dot, a slash or an underscore. */
export function code(text: string): Html {
  const parts = text.split(/(?<=[./_])(?=[A-Za-z0-9])/);
  return markup`<code>${parts.map((part, index) => (index === 0 ? markup`${part}` : markup`<wbr>${part}`))}</code>`;
}

/** A sentence: with a capital and a full stop. */
export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}
