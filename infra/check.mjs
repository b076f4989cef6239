import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./run-command.mjs";

// `npm run check`: everything but the slow tests, two steps at a time; shows the output of what failed and names it at the end
const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules", ".bin", name);
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const steps = [
  {
    name: "unit tests",
    file: bin("vitest"),
    args: ["run", "--project", "unit", "--reporter=default"],
  },
  { name: "types", file: "npm", args: ["run", "--silent", "typecheck"] },
  { name: "lint", file: bin("oxlint"), args: ["--deny-warnings"] },
  { name: "structure", file: process.execPath, args: ["infra/structure/check-structure.mjs"] },
  { name: "unused code", file: bin("knip"), args: [] },
  { name: "format", file: bin("prettier"), args: ["--check", "--cache", "."] },
  ...(scripts["openapi:check"]
    ? [{ name: "OpenAPI document", file: "npm", args: ["run", "--silent", "openapi:check"] }]
    : []),
  ...(scripts["asyncapi:check"]
    ? [{ name: "AsyncAPI document", file: "npm", args: ["run", "--silent", "asyncapi:check"] }]
    : []),
];

const failed = [];
const queue = [...steps];
await Promise.all([runQueue(), runQueue()]);
process.stdout.write(
  failed.length === 0
    ? `check passed (${steps.length} steps)\n`
    : `check failed: ${failed.join(", ")}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runQueue() {
  for (let step = queue.shift(); step; step = queue.shift()) await runStep(step);
}

async function runStep({ name, file, args }) {
  const start = performance.now();
  const { code, output, interrupted } = await runCommand(file, args, { cwd: root, capture: true });
  // Ctrl-C ends all of it
  if (interrupted) queue.length = 0;
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  if (code !== 0) failed.push(name);
  process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n\n`);
}
