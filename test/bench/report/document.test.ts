import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, resolveConfig } from "prettier";
import { afterAll, expect, test } from "vitest";
import { withReport, writeReport } from "./document.ts";

const document = "# Title\n\n<!-- bench:begin -->\n\nold\n\n<!-- bench:end -->\n\nRest\n";
const directory = mkdtempSync(join(tmpdir(), "bench-document-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("what stands between the markers is replaced, and nothing else", () => {
  expect(withReport(document, "new")).toBe(document.replace("old", "new"));
});

test("a second report takes the place of the first", () => {
  expect(withReport(withReport(document, "one"), "two")).toBe(withReport(document, "two"));
});

test.each([
  ["no marker", "# Title\n"],
  ["no end", "<!-- bench:begin -->\n"],
  ["the end first", "<!-- bench:end -->\n<!-- bench:begin -->\n"],
  ["two reports", `${document}${document}`],
])("a document with %s is refused", (_, text) => {
  expect(() => withReport(text, "new")).toThrow(/once each/);
});

test("the file is as prettier wants it", async () => {
  const file = join(directory, "performance.md");
  writeFileSync(file, document);
  await writeReport(file, "| a | b |\n| --- | --- |\n| longer than its head | 1 |");
  const text = readFileSync(file, "utf8");
  const options = await resolveConfig(join(import.meta.dirname, "../../../docs/performance.md"));
  expect(await check(text, { ...options, filepath: file })).toBe(true);
  expect(text).toContain("| longer than its head | 1   |");
});
