import {
  printable,
  readHeader,
  requiredColumns,
  type ImportColumn,
  type ImportKind,
} from "./columns.ts";
import { readCsvRows } from "./csv-rows.ts";
import type { RejectedLine } from "./import-rejections.ts";
import { UnreadableFile } from "./unreadable-file.ts";

/** The values of one line by their columns; blank ones are absent. */
export type Fields = Readonly<Partial<Record<ImportColumn, string>>>;

/** A line as the file has it, or why it cannot be read. */
export type FileLine = { readonly line: number; readonly fields: Fields } | RejectedLine;

/**
 * The lines of a file below its header, as many at a time as a chunk completes. Lines with too many or too few values, without a value that must be
 * there, or with bytes that are no text, come as rejected. Throws `UnreadableFile` when the header is missing or wrong, or the file is no CSV.
 */
export async function* readImportFile(
  kind: ImportKind,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly FileLine[]> {
  let columns: readonly ImportColumn[] | undefined;
  for await (const rows of readCsvRows(chunks)) {
    const [header] = rows;
    if (header === undefined) continue;
    const below = columns === undefined ? rows.slice(1) : rows;
    const known = (columns ??= headerColumns(kind, header.values));
    yield below.map(({ line, values }) => readLine({ kind, columns: known }, line, values));
  }
  if (columns === undefined) throw new UnreadableFile("The file is empty: it has no header line.");
}

function headerColumns(kind: ImportKind, names: readonly string[]): readonly ImportColumn[] {
  const header = readHeader(kind, names);
  if (!header.ok) throw new UnreadableFile(header.reason);
  return header.columns;
}

interface Shape {
  readonly kind: ImportKind;
  readonly columns: readonly ImportColumn[];
}

function readLine({ kind, columns }: Shape, line: number, values: readonly string[]): FileLine {
  if (values.length !== columns.length) {
    return {
      line,
      error: `has ${count(values.length)}, the header line has ${count(columns.length)}.`,
    };
  }
  const fields: Partial<Record<ImportColumn, string>> = {};
  for (const [index, column] of columns.entries()) {
    const value = values[index] ?? "";
    if (value.includes("\0")) return { line, error: `${column}: must not contain NUL characters.` };
    if (value.includes("\ufffd")) {
      return {
        line,
        error: `${column}: holds bytes that are not UTF-8 (${printable(value, 40)}).`,
      };
    }
    if (value.trim() !== "") fields[column] = value;
  }
  const missing = requiredColumns[kind].find((column) => fields[column] === undefined);
  return missing === undefined
    ? { line, fields }
    : { line, error: `${missing}: must not be blank.` };
}

function count(values: number): string {
  return values === 1 ? "1 value" : `${String(values)} values`;
}
