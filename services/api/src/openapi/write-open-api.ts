import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createLogger } from "@shipment-tracking/runtime";
import { buildApi } from "../app.ts";
import { openApiText } from "./register-open-api.ts";

const file = join(import.meta.dirname, "../../../../docs/openapi/read-api.json");

/** `npm run openapi` writes the document; with `--check` a document that differs from the routes fails. */
async function main(check: boolean): Promise<void> {
  const app = await buildApi({
    pool: {
      rowTexts: "bytes",
      query: () => Promise.reject(new Error("the document needs no database")),
    },
    log: createLogger({ service: "api", level: "silent" }),
  });
  const text = openApiText(app);
  await app.close();
  if (check) {
    const committed = await readFile(file, "utf8").catch(() => "");
    if (committed === text) return;
    process.stderr.write(
      "docs/openapi/read-api.json differs from the routes: run npm run openapi\n",
    );
    process.exitCode = 1;
    return;
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

await main(process.argv.includes("--check"));
