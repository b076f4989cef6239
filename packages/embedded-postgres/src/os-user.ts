import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** The unprivileged user that PostgreSQL runs as when this process is root. */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Who runs PostgreSQL for root, which PostgreSQL itself refuses: the system's `postgres` or `nobody`. */
export function serverUser(): OsUser {
  const users = readFileSync("/etc/passwd", "utf8").split("\n").map(parseUser);
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const user = users.find((candidate) => candidate?.name === name);
    if (user) return user;
  }
  throw new EmbeddedPostgresError(
    "PostgreSQL refuses to run as root, and this system has neither a user `postgres` nor `nobody`. Start as another user, or set DATABASE_URL.",
  );
}

/** Spawn options that make a child run as the user; `{}` for null. */
export function asUser(user: OsUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/** What PostgreSQL's programs get of the environment: no secrets of this process, and no PGDATA or PGPORT that would mislead them. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const passedOn = ["PATH", "HOME", "TMPDIR", "SystemRoot", "TEMP"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passedOn), LC_ALL: "C", TZ: "UTC" };
}

/** True when the user may enter the directory, asked from the kernel and not guessed from modes (access lists, mounts). */
export function canEnter(user: OsUser, directory: string): boolean {
  const probe = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", directory], {
    ...asUser(user),
    cwd: "/",
    stdio: "ignore",
  });
  return probe.status === 0;
}

function parseUser(line: string): OsUser | null {
  const [name, , uid, gid] = line.split(":");
  if (name === undefined || uid === undefined || gid === undefined) return null;
  // macOS writes nobody as -2
  return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}
