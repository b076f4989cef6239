import { expect, test } from "vitest";
import { markdownPage } from "./markdown.ts";

const options = { target: (href: string) => `#to-${href}`, anchor: "guide", level: 3 };
const html = (source: string): string => markdownPage(source, options).html.markup;

test("headings get anchors, the title is left out, and sections are listed", () => {
  const page = markdownPage("# Title\n\n## What it means\n\n### In detail\n", options);
  expect(page.html.markup).toBe(
    '<h3 id="guide-what-it-means">What it means</h3><h4 id="guide-in-detail">In detail</h4>',
  );
  expect(page.sections).toEqual([{ anchor: "guide-what-it-means", title: "What it means" }]);
});

test("paragraphs end at blank lines, and lines within them are joined", () => {
  expect(html("one\ntwo\n\nthree\n")).toBe("<p>one two</p><p>three</p>");
});

test("code blocks stay as they are, with blank lines, signs and what looks like Markdown", () => {
  expect(html("before\n\n```sh\na <b>\n\n# no heading\n- no item\n```\n\nafter")).toBe(
    "<p>before</p><pre><code>a &lt;b&gt;\n\n# no heading\n- no item</code></pre><p>after</p>",
  );
});

test("comments vanish, also before a code block", () => {
  expect(html("<!-- tested -->\n\n```sh\nls\n```\n")).toBe("<pre><code>ls</code></pre>");
});

test("lists keep the lines of an item together", () => {
  expect(html("- one\n  more\n- `two`\n")).toBe(
    "<ul><li>one more</li><li><code>two</code></li></ul>",
  );
});

test("tables have a head", () => {
  const table = html("| A | B |\n| - | - |\n| 1 | `2` |\n");
  expect(table).toContain('<th scope="col">A</th><th scope="col">B</th>');
  expect(table).toContain("<td>1</td><td><code>2</code></td>");
});

test("links go where the page has their target, and text cannot become markup", () => {
  expect(html("[**a** <i>](x.md) & [not](a link)")).toBe(
    '<p><a href="#to-x.md"><strong>a</strong> &lt;i&gt;</a> &amp; [not](a link)</p>',
  );
});
