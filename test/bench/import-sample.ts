// npm run import:sample -- [directory] [shipments] [seed]: writes shipments.csv and events.csv (eight events a shipment) to try an import with.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleFiles } from "./sample-files.ts";

const [directory = "data/sample", shipments = "10000", seed = "1"] = process.argv.slice(2);
const files = sampleFiles({ seed: Number(seed), shipments: Number(shipments), order: "by_time" });
mkdirSync(directory, { recursive: true });
for (const [name, content] of [
  ["shipments.csv", files.shipmentsCsv],
  ["events.csv", files.eventsCsv],
] as const) {
  const path = join(directory, name);
  writeFileSync(path, content);
  const lines = content.split("\n").length - 2;
  process.stdout.write(`${path}: ${lines.toLocaleString("en")} lines, seed ${seed}\n`);
}
