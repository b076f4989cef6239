import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { canEnter, serverUser, type OsUser } from "./os-user.ts";

export interface ClusterLocation {
  /** PostgreSQL's own directory; absent until the first initdb. */
  readonly clusterDir: string;
  /** Who runs the server; null: the user of this process. */
  readonly osUser: OsUser | null;
  /** Makes the directory for a copy of the binaries, where the server's user can reach it. */
  copiesDir(): string;
}

/** Below /var/tmp, which outlives a restart of the machine, for clusters of root whose data directory the server's user cannot reach. */
const sharedDir = "/var/tmp/shipment-tracking";

/**
 * Decides where the cluster lives: `<dataDir>/cluster`, or, when this process is root and the server's user cannot reach `dataDir` (below a 0700
 * directory), a directory below /var/tmp that `<dataDir>/cluster-location` then names. Modes of existing directories stay as they are.
 */
export function locateCluster(
  dataDir: string,
  onProgress: (sentence: string) => void,
): ClusterLocation {
  makeWritable(dataDir);
  const inPlace = join(dataDir, "cluster");
  if (process.getuid?.() !== 0) {
    return { clusterDir: inPlace, osUser: null, copiesDir: () => dataDir };
  }
  const clusterDir = clusterDirOf(dataDir) ?? inPlace;
  const osUser = ownerOf(clusterDir) ?? serverUser();
  if (clusterDir !== inPlace || canEnter(osUser, dataDir)) {
    return { clusterDir, osUser, copiesDir: makeSharedDir };
  }
  if (existsSync(inPlace)) throw unreachable(inPlace, osUser);
  return { clusterDir: moveOut(dataDir, osUser, onProgress), osUser, copiesDir: makeSharedDir };
}

/** The directory that an earlier start chose outside of `dataDir`. */
function clusterDirOf(dataDir: string): string | null {
  const pointer = join(dataDir, pointerFile);
  return existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : null;
}

const pointerFile = "cluster-location";

function moveOut(
  dataDir: string,
  { name }: OsUser,
  onProgress: (sentence: string) => void,
): string {
  // the random end: a data directory that was removed and made again must not meet the old data
  const hash = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 16);
  const key = `${hash}-${randomBytes(4).toString("hex")}`;
  const clusterDir = join(makeSharedDir(), "clusters", key);
  onProgress(
    `The user ${name}, which runs PostgreSQL for root, cannot reach ${dataDir}: the database is kept in ${clusterDir}`,
  );
  writeFileSync(join(dataDir, pointerFile), `${clusterDir}\n`);
  return clusterDir;
}

/** A cluster that another user made before is run as that user. */
function ownerOf(clusterDir: string): OsUser | null {
  const found = statSync(clusterDir, { throwIfNoEntry: false });
  return found && found.uid !== 0
    ? { name: `with the number ${String(found.uid)}`, uid: found.uid, gid: found.gid }
    : null;
}

/** An empty directory of the server's user, mode 0700, as initdb wants it. */
export function makeOwned(directory: string, user: OsUser | null): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (user) chownSync(directory, user.uid, user.gid);
}

function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason =
      cause instanceof Error && "code" in cause ? String(cause.code) : "unknown reason";
    throw new EmbeddedPostgresError(
      `The data directory ${dataDir} cannot be made or written (${reason}). Give this user the right to write it, or set DATA_DIR to another directory.`,
      { cause },
    );
  }
}

/** Programs are run from here, so nobody else may have made it or be able to change it. */
function makeSharedDir(): string {
  for (const directory of [sharedDir, join(sharedDir, "clusters")]) {
    if (!existsSync(directory)) {
      mkdirSync(directory);
      chmodSync(directory, 0o755);
    }
    const { uid, mode } = statSync(directory);
    if (uid === 0 && (mode & 0o022) === 0) continue;
    throw new EmbeddedPostgresError(
      `The directory ${directory} belongs to another user or can be written by others. Remove it, then start again.`,
    );
  }
  return sharedDir;
}

function unreachable(clusterDir: string, user: OsUser): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The user ${user.name}, which runs PostgreSQL for root, cannot reach ${clusterDir} any more. Let it enter the directories above, or set DATA_DIR to another directory.`,
  );
}
