import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";
import { runCommand } from "./run-command.mjs";
import { countTests, closingLine } from "./test-count.mjs";

// `npm test [-- vitest's arguments]`: installs when needed, runs every test, ends with one line of counts
ensureInstalled();
const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "shipment-tracking-report-"));
const report = join(scratch, "vitest.json");
try {
  const { code } = await runCommand(
    process.execPath,
    [
      join(root, "node_modules", "vitest", "vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...process.argv.slice(2),
    ],
    { cwd: root },
  );
  const counts = countTests(readReport(), code);
  process.stdout.write(`${closingLine(counts)}\n`);
  process.exitCode = counts.failed > 0 ? code || 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function readReport() {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return null;
  }
}
