import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { referencePaths, readReferenceFiles } from "./reference-files.ts";

const root = join(import.meta.dirname, "../../../..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

test("every file is there", () => {
  expect(referencePaths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(readReferenceFiles().samples.length).toBeGreaterThanOrEqual(5);
});

test("the image carries every file, and its build sees those of this repository", () => {
  const copied = [...textOf("infra/image/build.mjs").matchAll(/copy\("([^"]+)"\)/g)];
  const seen = [...textOf(".dockerignore").matchAll(/^!(.+)$/gm)];
  const isIn = (path: string, found: readonly RegExpExecArray[]) =>
    found.some(([, one = ""]) => path === one || path.startsWith(`${one}/`));
  expect(referencePaths.filter((path) => !isIn(path, copied))).toEqual([]);
  const own = referencePaths.filter((path) => !path.startsWith("node_modules/"));
  expect(own.filter((path) => !isIn(path, seen))).toEqual([]);
});

test("a file that is missing is named when the service starts", () => {
  expect(() => readReferenceFiles(import.meta.dirname)).toThrow(
    "docs/openapi/read-api.json cannot be read, and the API reference at /docs needs it",
  );
});
