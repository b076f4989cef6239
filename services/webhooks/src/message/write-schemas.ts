import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { webhookBodySchemas } from "@shipment-tracking/contracts";

const directory = join(import.meta.dirname, "../../../../docs/webhooks");

/** `npm run openapi` writes the JSON Schemas of webhooks' bodies; with `--check` a file that differs fails. */
async function main(check: boolean): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [type, schema] of Object.entries(webhookBodySchemas())) {
    const name = `${type}.schema.json`;
    const file = join(directory, name);
    const dialect = { $schema: "https://json-schema.org/draft/2020-12/schema", title: type };
    const text = `${JSON.stringify({ ...dialect, ...schema }, null, 2)}\n`;
    if (!check) {
      await writeFile(file, text);
      continue;
    }
    const committed = await readFile(file, "utf8").catch(() => "");
    if (committed === text) continue;
    process.stderr.write(`docs/webhooks/${name} differs from what is sent: run npm run openapi\n`);
    process.exitCode = 1;
  }
}

await main(process.argv.includes("--check"));
