import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsvRows, type CsvRow } from "./csv-rows.ts";

async function rowsOf(file: string | Buffer, chunkSize = 1 << 20): Promise<CsvRow[]> {
  const bytes = Buffer.isBuffer(file) ? file : Buffer.from(file);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) {
      yield await Promise.resolve(bytes.subarray(at, at + chunkSize));
    }
  }
  const rows: CsvRow[] = [];
  for await (const some of readCsvRows(chunks())) rows.push(...some);
  return rows;
}

describe("records and their lines", () => {
  test.each(["\n", "\r\n", "\r"])(
    "any line ending (%j), with or without one at the end",
    async (end) => {
      const expected = [
        { line: 1, values: ["a", "b"] },
        { line: 2, values: ["1", "2"] },
        { line: 3, values: ["3", "4"] },
      ];
      const text = ["a,b", "1,2", "3,4"].join(end);
      expect(await rowsOf(text)).toEqual(expected);
      expect(await rowsOf(text + end)).toEqual(expected);
    },
  );

  test("line endings of both kinds in one file", async () => {
    expect(await rowsOf("a,b\r\n1,2\n3,4\r\n5,6")).toEqual([
      { line: 1, values: ["a", "b"] },
      { line: 2, values: ["1", "2"] },
      { line: 3, values: ["3", "4"] },
      { line: 4, values: ["5", "6"] },
    ]);
  });

  test.each(["\n", "\r\n"])(
    "a value over several lines (%j) counts them once each",
    async (end) => {
      expect(await rowsOf(`a,b${end}"1${end}${end}1",2${end}3,4${end}`)).toEqual([
        { line: 1, values: ["a", "b"] },
        { line: 2, values: [`1${end}${end}1`, "2"] },
        { line: 5, values: ["3", "4"] },
      ]);
    },
  );

  test("lines without a value are left out and counted", async () => {
    expect(await rowsOf("\n\na,b\n\n,\n  ,\t\n1,2\n\n\n3,4\n\n")).toEqual([
      { line: 3, values: ["a", "b"] },
      { line: 7, values: ["1", "2"] },
      { line: 10, values: ["3", "4"] },
    ]);
  });

  test("a byte order mark is no part of the first name", async () => {
    expect(await rowsOf("\ufeffa,b\n1,2")).toEqual([
      { line: 1, values: ["a", "b"] },
      { line: 2, values: ["1", "2"] },
    ]);
  });

  test("a file of no bytes has no records", async () => {
    expect(await rowsOf("")).toEqual([]);
  });

  test("too many and too few values are handed on", async () => {
    expect((await rowsOf("a,b\n1\n1,2,3")).map((row) => row.values.length)).toEqual([2, 1, 3]);
  });
});

describe("quotes", () => {
  test("quoted commas and doubled quotes are text", async () => {
    expect((await rowsOf('"a","b"\n"1,5","say ""hi"""'))[1]?.values).toEqual(["1,5", 'say "hi"']);
  });

  test("a stray quote is text and takes no other record with it", async () => {
    expect(await rowsOf('a,b\n"x"y,1\nz"w,2\n3,4')).toEqual([
      { line: 1, values: ["a", "b"] },
      { line: 2, values: ['"x"y', "1"] },
      { line: 3, values: ['z"w', "2"] },
      { line: 4, values: ["3", "4"] },
    ]);
  });

  test("a quote that never closes is refused naming the record's line", async () => {
    await expect(rowsOf('a,b\n1,2\n3,"4\n5,6')).rejects.toThrow(
      "The record that begins at line 3 opens a quoted value that never ends.",
    );
  });
});

test("a failing source fails the reading", async () => {
  async function* broken() {
    yield await Promise.resolve(Buffer.from("a,b\n1,2\n"));
    throw new Error("connection lost");
  }
  const read = async () => {
    for await (const rows of readCsvRows(broken())) expect(rows).not.toHaveLength(3);
  };
  await expect(read()).rejects.toThrow("connection lost");
});

test("any values in any chunking come back as written, on their lines", async () => {
  const value = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constantFrom('"', '""', "a\nb", "a\r\nb\r\n", "\n", ",", " ", "Zürich", "東京"),
  );
  const record = fc.tuple(value, value, fc.constant("end"));
  const gap = fc.integer({ min: 0, max: 2 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(record, gap), { minLength: 1, maxLength: 8 }),
      fc.constantFrom("\n", "\r\n"),
      fc.integer({ min: 1, max: 40 }),
      async (records, end, chunkSize) => {
        let text = "";
        const expected: CsvRow[] = [];
        for (const [values, emptyLines] of records) {
          text += end.repeat(emptyLines);
          expected.push({ line: 1 + (text.match(/\r\n|\n|\r/g)?.length ?? 0), values });
          text += values.map((v) => `"${v.replaceAll('"', '""')}"`).join(",") + end;
        }
        expect(await rowsOf(text, chunkSize)).toEqual(expected);
      },
    ),
  );
});
