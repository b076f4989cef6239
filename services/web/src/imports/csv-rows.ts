import { finished } from "node:stream/promises";
import { CsvError, parse, type InfoRecord, type Options, type Parser } from "csv-parse";
import { UnreadableFile } from "./unreadable-file.ts";

/** One record of the file. */
export interface CsvRow {
  /** The line on which the record begins, 1 being the file's first. */
  readonly line: number;
  readonly values: readonly string[];
}

/**
 * The records of a CSV file, the header among them, as many at a time as a chunk completes: RFC 4180 with any line ending, a byte order mark,
 * quoted values over several lines. Lines without any value are left out. A stray quote is text. Memory: one chunk and its records.
 *
 * Throws `UnreadableFile` when a quoted value never ends.
 */
export async function* readCsvRows(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly CsvRow[]> {
  const lines = lineCounter();
  let rows: CsvRow[] = [];
  // rows are taken here, not from the parser's readable side: one hop a chunk instead of one a row
  const on_record = (values: readonly string[], info: InfoRecord): null => {
    const line = lines.place(values, info.empty_lines);
    if (values.some((value) => value.trim() !== "")) rows.push({ line, values });
    return null;
  };
  const parser = parse({ ...format, on_record });
  parser.resume();
  const parsed = finished(parser);
  // a failure is thrown below, by the step that meets it
  parsed.catch(() => undefined);
  try {
    for await (const chunk of chunks) {
      await write(parser, chunk);
      yield rows;
      rows = [];
    }
    parser.end();
    await parsed;
    yield rows;
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, lines.next()) : error;
  } finally {
    parser.destroy();
  }
}

function write(parser: Parser, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

const format: Options = {
  bom: true,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
};

/**
 * Counts the lines itself: the parser counts a CRLF inside quotes twice, and reports where a record ends. All line breaks of a
 * record are in its values, or between records.
 */
function lineCounter() {
  let nextLine = 1;
  let emptyLines = 0;
  return {
    /** Line on which the next record begins, as far as is known before it is read. */
    next: () => nextLine,
    /** Takes a record and says on which line it began; `emptyLinesSoFar` counts those before it. */
    place(values: readonly string[], emptyLinesSoFar: number): number {
      const line = nextLine + emptyLinesSoFar - emptyLines;
      emptyLines = emptyLinesSoFar;
      nextLine = line + 1 + lineBreaks(values);
      return line;
    },
  };
}

function lineBreaks(values: readonly string[]): number {
  let count = 0;
  for (const value of values) {
    if (value.includes("\n") || value.includes("\r")) {
      count += value.match(/\r\n|\n|\r/g)?.length ?? 0;
    }
  }
  return count;
}

function unreadable(error: CsvError, line: number): UnreadableFile {
  return error.code === "CSV_QUOTE_NOT_CLOSED"
    ? new UnreadableFile(
        `The record that begins at line ${String(line)} opens a quoted value that never ends.`,
      )
    : new UnreadableFile(`The file is not CSV: the record at line ${String(line)} cannot be read.`);
}
