import { type Html, markup } from "../../pages/html.ts";
import { inline, type LinkTarget } from "./inline.ts";
import { slugOf } from "./slug.ts";

export interface MarkdownOptions {
  /** Where the page has what a link of the file leads to. */
  readonly target: LinkTarget;
  /** Goes before the anchors of the headings. */
  readonly anchor: string;
  /** Level of the file's `##` on the page. */
  readonly level: number;
}

interface MarkdownSection {
  readonly anchor: string;
  readonly title: string;
}

export interface MarkdownPage {
  readonly html: Html;
  /** Its `##` headings. */
  readonly sections: readonly MarkdownSection[];
}

/**
 * The part of Markdown that the documents of this repository are written in: headings, paragraphs, lists, tables, code blocks, comments. The
 * title (`#`) is left out.
 */
export function markdownPage(source: string, options: MarkdownOptions): MarkdownPage {
  const blocks = blocksOf(source);
  const sections = blocks.flatMap((block) => {
    const title = /^## (.*)$/.exec(block)?.[1];
    return title === undefined ? [] : [{ anchor: anchorOf(title, options), title }];
  });
  return { html: markup`${blocks.map((block) => blockHtml(block, options))}`, sections };
}

function anchorOf(title: string, { anchor }: MarkdownOptions): string {
  return `${anchor}-${slugOf(title)}`;
}

/** Separated by blank lines; a code block is one, whatever is in it. */
function blocksOf(source: string): readonly string[] {
  const text = source.replace(/<!--.*?-->/gs, "");
  return [...text.matchAll(/^```[^]*?^```$|(?:^(?!```)[^\n]+\n?)+/gm)].map(([block]) =>
    block.trim(),
  );
}

function blockHtml(block: string, options: MarkdownOptions): Html | null {
  const heading = /^(#+) (.*)$/.exec(block);
  if (heading !== null) return headingHtml(heading[1] ?? "", heading[2] ?? "", options);
  if (block.startsWith("```"))
    return codeBlock(block.replace(/^```.*\n/, "").replace(/\n?```$/, ""));
  if (block.startsWith("|")) return tableHtml(block.split("\n"), options);
  if (block.startsWith("- ")) return listHtml(block, options);
  return block === "" ? null : markup`<p>${inline(joined(block), options.target)}</p>`;
}

function headingHtml(signs: string, title: string, options: MarkdownOptions): Html | null {
  if (signs.length < 2) return null;
  const name = { markup: `h${String(options.level + signs.length - 2)}` };
  return markup`<${name} id="${anchorOf(title, options)}">${inline(title)}</${name}>`;
}

/** It may be wider than the page: then it scrolls, also by keyboard. */
export function codeBlock(text: string): Html {
  return markup`<pre><code>${text}</code></pre>`;
}

function listHtml(block: string, { target }: MarkdownOptions): Html {
  const items = block.split(/^- /m).slice(1);
  return markup`<ul>${items.map((item) => markup`<li>${inline(joined(item), target)}</li>`)}</ul>`;
}

function tableHtml(lines: readonly string[], { target }: MarkdownOptions): Html {
  const [head = [], , ...rows] = lines.map(cellsOf);
  const cell = (text: string) => markup`<td>${inline(text, target)}</td>`;
  return markup`<table class="prose"><thead><tr>${head.map((text) => markup`<th scope="col">${inline(text)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${row.map(cell)}</tr>`)}</tbody></table>`;
}

function cellsOf(line: string): readonly string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function joined(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ");
}
