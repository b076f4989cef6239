import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Where `pg_dump` and `pg_restore` are that can read a server of this major version; or why there are none. */
export function findPostgresTools(
  major: number,
): { readonly directory: string } | { readonly skipped: string } {
  const found = candidates().flatMap((directory) => {
    const version = majorOf(join(directory, "pg_dump"));
    return version === null ? [] : [{ directory, version }];
  });
  // a newer one reads older servers, too
  const fitting = found.find(({ version }) => version >= major);
  if (fitting !== undefined) return { directory: fitting.directory };
  const versions = found.map(({ version }) => String(version)).join(", ");
  const what = versions === "" ? "there is no pg_dump here" : `pg_dump here is of ${versions}`;
  return { skipped: `the server is PostgreSQL ${String(major)}, and ${what}` };
}

function candidates(): readonly string[] {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  return [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
}

function majorOf(program: string): number | null {
  if (!existsSync(program)) return null;
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
  return major === undefined ? null : Number(major);
}
