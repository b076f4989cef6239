import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Verdict } from "./trial.ts";

/** Writes a verdict with all that it was made from as `history.json` into the directory; returns the file. */
export function dumpHistory(directory: string, verdict: Verdict): string {
  const file = join(directory, "history.json");
  writeFileSync(
    file,
    JSON.stringify(verdict, (_key, value: unknown) => plain(value), 1),
  );
  return file;
}

function plain(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}
