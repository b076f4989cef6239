import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Pool } from "@shipment-tracking/postgres";
import { createLogger } from "@shipment-tracking/runtime";
import { buildWeb } from "../app.ts";

const file = join(import.meta.dirname, "../../../../docs/openapi/web-api.json");

/** `npm run openapi` writes the document; with `--check` a document that differs from the routes, or a route without a description, fails. */
async function main(check: boolean): Promise<void> {
  const text = await documentText();
  if (!check) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return;
  }
  const committed = await readFile(file, "utf8").catch(() => "");
  if (committed === text) return;
  process.stderr.write("docs/openapi/web-api.json differs from the routes: run npm run openapi\n");
  process.exitCode = 1;
}

/** As the application serves it. */
async function documentText(): Promise<string> {
  let failure: unknown;
  const app = buildWeb({
    // the document needs no database: an empty one will do
    pool: { query: () => Promise.resolve({ rows: [], rowCount: 0 }) } as unknown as Pool,
    log: createLogger({
      service: "web",
      level: "error",
      destination: { write: (line) => (failure = line) },
    }),
    publicUrl: "https://tracking.example.com",
    secrets: [{ id: "document", key: randomBytes(32) }],
    fetchTracking: () => Promise.resolve({ status: 404, body: "" }),
  });
  const answer = await app.inject("/api/web-openapi.json");
  await app.close();
  if (answer.statusCode === 200) return answer.body;
  throw new Error("The document cannot be made", { cause: failure });
}

await main(process.argv.includes("--check"));
