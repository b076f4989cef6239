import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { asyncApiDocument } from "./async-api.ts";

const file = join(import.meta.dirname, "../../../../docs/asyncapi/event-log.json");

/** `npm run asyncapi` writes the document; with `--check` a document that differs from the contracts fails. */
async function main(check: boolean): Promise<void> {
  const text = `${JSON.stringify(asyncApiDocument(), null, 2)}\n`;
  if (!check) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return;
  }
  const committed = await readFile(file, "utf8").catch(() => "");
  if (committed === text) return;
  process.stderr.write(
    "docs/asyncapi/event-log.json differs from the contracts: run npm run asyncapi\n",
  );
  process.exitCode = 1;
}

await main(process.argv.includes("--check"));
