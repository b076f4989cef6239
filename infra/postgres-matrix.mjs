import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";
import { fetchPostgres, postgresVersions } from "./fetch-postgres.mjs";
import { runCommand } from "./run-command.mjs";
import { runMatrix } from "./run-matrix.mjs";

// `npm run test:postgres-matrix [-- 15 17]`: the tests that need a database, on each supported major version of PostgreSQL
ensureInstalled();
const root = fileURLToPath(new URL("..", import.meta.url));
const majors = Object.keys(postgresVersions);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((major) => !majors.includes(major));
if (unknown.length > 0) {
  process.stderr.write(
    `Not a known PostgreSQL version: ${unknown.join(", ")}. Known are ${majors.join(", ")}.\n`,
  );
  process.exit(1);
}

const passed = await runMatrix({
  product: "PostgreSQL",
  versions: wanted.length > 0 ? wanted : majors,
  testOn,
});
process.exitCode = passed ? 0 : 1;

async function testOn(major) {
  const { nativeDir, ...fetched } = await fetchPostgres(major);
  if (nativeDir === null) {
    process.stdout.write(fetched.output);
    const line = "the binaries could not be fetched";
    return { code: 1, line, interrupted: fetched.interrupted };
  }
  process.stdout.write(`\nPostgreSQL ${postgresVersions[major]}\n`);
  const { code, output, interrupted } = await runCommand(
    process.execPath,
    [join(root, "infra", "test.mjs"), "--project", "integration", "--project", "flows"],
    { cwd: root, env: { TEST_POSTGRES_NATIVE_DIR: nativeDir }, capture: true },
  );
  if (code !== 0) process.stdout.write(output);
  return { code, line: output.trimEnd().split("\n").at(-1), interrupted };
}
