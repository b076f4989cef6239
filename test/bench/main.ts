// npm run bench [-- part …]: the performance goals P1 to P11, each part a process of its own, and one table of all figures. A run of all parts puts
// the table into docs/performance.md. npm run bench -- --help lists the parts.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chooseParts, type Part, parts } from "./parts.ts";
import { writeReport } from "./report/document.ts";
import { readMachine } from "./report/machine.ts";
import { reportOf } from "./report/table.ts";
import { type PartRun, runPart } from "./run/run-part.ts";

const document = join(import.meta.dirname, "../../docs/performance.md");
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => {
    if (!stopping.signal.aborted) say("Stopping; what was started is ended first.");
    stopping.abort();
  });
}

try {
  const { help, names } = readArguments();
  if (help) say(helpText());
  else process.exitCode = await bench(chooseParts(names));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function readArguments(): { readonly help: boolean; readonly names: readonly string[] } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h", default: false } },
  });
  return { help: values.help, names: positionals };
}

/** Answers the exit code: 0 when every part went well. */
async function bench(chosen: readonly Part[]): Promise<number> {
  const at = new Date().toISOString();
  const minutes = chosen.reduce((sum, part) => sum + part.minutes, 0);
  say(`${chosen.map(({ name }) => name).join(", ")}: about ${minutes.toFixed(0)} minutes`);
  const runs = await runAll(chosen);
  const report = reportOf({ at, machine: readMachine(), runs });
  say(`\n${report}`);
  if (stopping.signal.aborted) return 130;
  if (chosen.length === parts.length) {
    await writeReport(document, report);
    say("\nwritten into docs/performance.md");
  }
  return runs.some(({ failure }) => failure !== null) ? 1 : 0;
}

async function runAll(chosen: readonly Part[]): Promise<readonly PartRun[]> {
  const directory = mkdtempSync(join(tmpdir(), "shipment-tracking-bench-"));
  // root's PostgreSQL runs as another user, which has to get in
  chmodSync(directory, 0o711);
  const runs: PartRun[] = [];
  try {
    for (const part of chosen) {
      if (stopping.signal.aborted) break;
      runs.push(await runPart(part, { directory, signal: stopping.signal, say }));
    }
    return runs;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function helpText(): string {
  const width = Math.max(...parts.map(({ name }) => name.length));
  const goalsWidth = Math.max(...parts.map(({ goals }) => goals.length));
  return [
    "npm run bench            all parts; the table goes into docs/performance.md",
    "npm run bench -- <part> … some of them; the table is only printed",
    "",
    ...parts.map(
      ({ name, goals, measures, minutes }) =>
        `  ${name.padEnd(width)}  ${goals.padEnd(goalsWidth)}  ${measures} (about ${String(minutes)} min)`,
    ),
    "",
    "Client, services and database share the machine: leave it alone meanwhile.",
  ].join("\n");
}
