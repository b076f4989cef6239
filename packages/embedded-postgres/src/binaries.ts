import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { asUser, type OsUser } from "./os-user.ts";

/** A tree of PostgreSQL binaries: `bin`, `lib`, `share`. */
export interface Binaries {
  readonly directory: string;
  /** The npm package's version, for example `18.4.0-beta.17`. */
  readonly version: string;
  readonly major: number;
}

export interface PrepareOptions {
  readonly user: OsUser | null;
  /** Where a copy goes when the server's user cannot use the binaries in place. */
  copiesDir(): string;
  onProgress(sentence: string): void;
}

const programs = ["initdb", "pg_ctl", "postgres"] as const;

/** The binaries of the platform package that npm installed for this machine, or those below `nativeDir`. */
export function locateBinaries(nativeDir?: string): Binaries {
  const directory = nativeDir ?? join(dirname(dirname(platformEntry())), "native");
  const version = versionOf(join(directory, "..", "package.json"));
  return { directory, version, major: Number.parseInt(version, 10) };
}

/**
 * Makes the binaries usable for the server's user: in place when possible, else as a copy. npm may have blocked the package's install script, which
 * only makes the symlinks listed in `pg-symlinks.json`: that is done here.
 */
export function prepareBinaries(found: Binaries, options: PrepareOptions): Binaries {
  if (complaintAbout(found.directory, options.user) === null) return found;
  if (hydrate(found.directory) && complaintAbout(found.directory, options.user) === null)
    return found;
  const copy = join(options.copiesDir(), `postgres-${found.version}`);
  if (!existsSync(copy)) {
    options.onProgress(`Copying the PostgreSQL binaries to ${copy}`);
    copyAtomically(found.directory, copy);
  }
  const complaint = complaintAbout(copy, options.user);
  if (complaint === null) return { ...found, directory: copy };
  throw new EmbeddedPostgresError(
    `The PostgreSQL binaries in ${copy} do not run here (${complaint}). Set DATABASE_URL to a PostgreSQL server (15 to 18) instead.`,
  );
}

function platformEntry(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    // the platform packages are dependencies of embedded-postgres, not of this package
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return require.resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package @embedded-postgres/${platform} is not installed. Run \`npm ci\` (without --omit=optional), or set DATABASE_URL to a PostgreSQL server (15 to 18).`,
      { cause },
    );
  }
}

function versionOf(manifest: string): string {
  try {
    // as: the published package.json of a platform package
    return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `${manifest} cannot be read, so there are no PostgreSQL binaries beside it. Run \`npm ci\`, or set DATABASE_URL to a PostgreSQL server (15 to 18).`,
      { cause },
    );
  }
}

/** Runs the programs as the server's user: reachable, executable, all libraries found. null = all good. */
function complaintAbout(directory: string, user: OsUser | null): string | null {
  for (const program of programs) {
    const path = join(directory, "bin", program);
    const probe = spawnSync(path, ["--version"], { ...asUser(user), cwd: "/", encoding: "utf8" });
    if (probe.error) return probe.error.message;
    if (probe.status !== 0)
      return probe.stderr.trim() || `${program} ended with ${String(probe.status)}`;
  }
  return null;
}

/** Makes the missing symlinks and execute bits; false when the tree may not be changed. */
function hydrate(directory: string): boolean {
  try {
    for (const { source, target } of symlinksOf(directory)) {
      const link = join(directory, target.replace(/^native\//, ""));
      if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(basename(source), link);
    }
    for (const program of programs) chmodSync(join(directory, "bin", program), 0o755);
    return true;
  } catch {
    return false;
  }
}

function symlinksOf(directory: string): readonly { source: string; target: string }[] {
  const list = join(directory, "pg-symlinks.json");
  // as: the list is written by the package's own build
  return existsSync(list)
    ? (JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[])
    : [];
}

/** Another start may copy at the same time: the first rename wins, both trees are equal. */
function copyAtomically(source: string, copy: string): void {
  const draft = `${copy}.${String(process.pid)}`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(source, draft, { recursive: true, verbatimSymlinks: true });
  makeReadable(draft);
  hydrate(draft);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/** Whatever the umask of this process is, the copy is for another user. */
function makeReadable(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}
