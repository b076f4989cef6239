import { readFileSync, writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";

const begin = "<!-- bench:begin -->";
const end = "<!-- bench:end -->";

/** The text with another report between its markers. Throws when it does not have each marker once, in order. */
export function withReport(text: string, report: string): string {
  const [before, rest, ...more] = text.split(begin);
  const [, after, ...others] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined || more.length + others.length > 0) {
    throw new Error(`The document must have ${begin} and ${end} once each, in this order`);
  }
  return `${before}${begin}\n\n${report}\n\n${end}${after}`;
}

/** Replaces the report in a Markdown file, which stays as prettier wants it. */
export async function writeReport(file: string, report: string): Promise<void> {
  const text = withReport(readFileSync(file, "utf8"), report);
  const options = await resolveConfig(file);
  writeFileSync(file, await format(text, { ...options, filepath: file }));
}
