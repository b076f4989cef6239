import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

export const sourceFolders = ["packages", "services", "test"];

/** TypeScript files of the repository at `root`, as relative paths with `/`. */
export function sourceFiles(root) {
  return sourceFolders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((file) => !/(^|\/)(node_modules|dist|coverage)\//.test(file));
}

/** Tests, the parts of tests that several engines share, and what only tests use. */
export const testFiles = "\\.(test|contract)\\.tsx?$|/fixtures/";

export function isTestCode(file) {
  return new RegExp(testFiles).test(file) || file.startsWith("test/");
}
