import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../command-failure.ts";
import { type Check, fail, ok, warn } from "./check.ts";

const gigabyte = 1024 ** 3;
/** The database stops taking writes when its disk is full. */
const enoughBytes = gigabyte;
const tooFewBytes = gigabyte / 10;

/** Rights on the data directory and its secrets, and space on its disk. */
export function checkDataDirectory(dataDir: string): readonly Check[] {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = systemCode(error) ?? "unreadable";
    return [
      code === "ENOENT"
        ? warn(
            "data_directory",
            `${dataDir} does not exist.`,
            "Start the service with npm start, or set DATA_DIR to its data directory.",
          )
        : fail(
            "data_directory",
            `${dataDir} cannot be used (${code}).`,
            "Give this user the right to read and write it, or run the command as the service's user.",
          ),
    ];
  }
  return [checkSecrets(dataDir), checkSpace(dataDir)];
}

function checkSecrets(dataDir: string): Check {
  const file = join(dataDir, "secrets.json");
  const mode = modeOf(file);
  if (mode === null) {
    return warn(
      "data_directory",
      `${file} is not there.`,
      "It is made by the first npm start; if this directory has been used, restore it from a backup.",
    );
  }
  return (mode & 0o077) === 0
    ? ok("data_directory", `${dataDir} can be read and written, its secrets only by their owner.`)
    : fail("data_directory", `${file} can be read by other users.`, `Run chmod 600 '${file}'.`);
}

function modeOf(file: string): number | null {
  try {
    return statSync(file).mode;
  } catch {
    return null;
  }
}

function checkSpace(dataDir: string): Check {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const message = `${(free / gigabyte).toFixed(1)} GB are free on the disk of ${dataDir}.`;
  if (free >= enoughBytes) return ok("disk_space", message);
  const remedy = "Free some space or move the data directory: a full disk stops the database.";
  return free >= tooFewBytes
    ? warn("disk_space", message, remedy)
    : fail("disk_space", message, remedy);
}
