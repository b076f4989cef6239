import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { acquireDataDirLock, EmbeddedPostgresError } from "@shipment-tracking/embedded-postgres";
import { StartupError } from "../startup-error.ts";

/** The files of one installation. */
export interface DataDirectory {
  readonly path: string;
  readonly secretsFile: string;
  readonly demoFile: string;
  readonly runtimeFile: string;
  readonly logFile: string;
  readonly databaseLogFile: string;
  /** Lets another process use the directory. */
  release(): void;
}

/** Makes the directory when it is missing and this process its only user. Throws a StartupError. */
export function openDataDirectory(path: string): DataDirectory {
  makeWritable(path, join(path, "logs"));
  const lock = lockOf(path);
  return {
    path,
    secretsFile: join(path, "secrets.json"),
    demoFile: join(path, "demo.json"),
    runtimeFile: join(path, "runtime.json"),
    logFile: join(path, "logs", "service.log"),
    databaseLogFile: join(path, "logs", "postgres.log"),
    release: () => lock.release(),
  };
}

function makeWritable(path: string, logs: string): void {
  try {
    mkdirSync(logs, { recursive: true });
    for (const directory of [path, logs]) {
      accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    }
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown reason";
    throw new StartupError(
      `The data directory ${path} cannot be used (${code}): give this user the right to read and write it, or set DATA_DIR to another directory.`,
      { cause },
    );
  }
}

function lockOf(path: string): ReturnType<typeof acquireDataDirLock> {
  try {
    return acquireDataDirLock(path);
  } catch (cause) {
    if (!(cause instanceof EmbeddedPostgresError)) throw cause;
    throw new StartupError(
      `${cause.message.replace(/\.$/, "")} (for example DATA_DIR=./data2 PORT=8081 npm start).`,
      { cause },
    );
  }
}
