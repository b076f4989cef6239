import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSource, type ImportSource } from "./import-source.ts";

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "tracking-source-"));
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

async function* noInput(): AsyncGenerator<Buffer> {}

async function* input(...chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function contentOf(source: ImportSource): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test("a file is read whole, its size known", async () => {
  const path = join(directory, "file.csv");
  writeFileSync(path, "a,b\n1,2\n");
  const source = openSource(path, noInput());
  expect(source.bytes).toBe(8);
  expect(await contentOf(source)).toBe("a,b\n1,2\n");
});

test("- is standard input, its size unknown", async () => {
  const source = openSource("-", input(Buffer.from("a,"), Buffer.from("b\n")));
  expect(source).toMatchObject({ name: "standard input", bytes: null });
  expect(await contentOf(source)).toBe("a,b\n");
});

test("a file that is not there, a directory and an empty file are said before anything is sent", () => {
  mkdirSync(join(directory, "folder"));
  writeFileSync(join(directory, "empty.csv"), "");
  const open = (name: string) => () => openSource(join(directory, name), noInput());
  expect(open("none.csv")).toThrow(`There is no file ${directory}/none.csv: check the path.`);
  expect(open("folder")).toThrow(`${directory}/folder is not a file: name a CSV file`);
  expect(open("empty.csv")).toThrow(`${directory}/empty.csv is empty.`);
});

test("20 MB are taken, one byte more is not", () => {
  const path = join(directory, "large.csv");
  writeFileSync(path, "");
  truncateSync(path, 20 * 1024 * 1024);
  expect(openSource(path, noInput()).bytes).toBe(20 * 1024 * 1024);
  truncateSync(path, 20 * 1024 * 1024 + 1);
  expect(() => openSource(path, noInput())).toThrow("larger than 20 MB");
});

test("standard input ends where it becomes too large", async () => {
  const megabyte = Buffer.alloc(1024 * 1024);
  const source = openSource("-", input(...Array.from({ length: 21 }, () => megabyte)));
  await expect(contentOf(source)).rejects.toThrow("standard input is larger than 20 MB");
});
