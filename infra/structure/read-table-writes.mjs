import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTableWriters } from "./may-import.mjs";
import { isTestCode, sourceFiles } from "./source-files.mjs";

const write =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(\s+table)?|copy)\s+(only\s+)?"?read"?\s*\./gi;

/** Statements that write a read table outside the one writer, as sentences. Tests may prepare rows. */
export function readTableWrites(root) {
  return sourceFiles(root)
    .filter((file) => !isTestCode(file))
    .filter((file) => !readTableWriters.some((writer) => file.startsWith(writer)))
    .flatMap((file) => writesIn(file, readFileSync(join(root, file), "utf8")));
}

function writesIn(file, text) {
  return [...text.matchAll(write)].map((match) => {
    const line = text.slice(0, match.index).split("\n").length;
    return `${file}:${line}: writes a read table; only ${readTableWriters.join(", ")} may`;
  });
}
