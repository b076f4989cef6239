import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// not import.meta.dirname: the sentence about an old Node has to be reached on an old Node
const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Makes `npm start` and `npm test` work in a fresh checkout: the right Node, and the packages of package-lock.json. Plain JavaScript without a dependency,
 * for it runs before anything is installed. Ends the process with a sentence when it cannot.
 */
export function ensureInstalled() {
  requireNode(process.versions.node);
  if (isInstalled()) return;
  process.stderr.write("Installing the packages of package-lock.json (once, about a minute)\n");
  const npm = npmCommand();
  const { status, error } = spawnSync(npm.file, [...npm.args, "ci", "--no-audit", "--no-fund"], {
    cwd: root,
    // what a caller prints on stdout stays its own
    stdio: ["ignore", 2, 2],
  });
  if (status === 0 && isInstalled()) return;
  fail(
    `The packages could not be installed (${error?.message ?? "npm ci failed, see above"}). Check the network and that ${root} can be written, then run \`npm ci\`.`,
  );
}

/** Exits unless the version is at least the floor of package.json. */
function requireNode(version) {
  const floor = readManifest().engines.node.replace(/^\D*/, "");
  if (compareVersions(version, floor) >= 0) return;
  fail(`Node ${floor} or newer is needed, this is ${version}. Install it from https://nodejs.org.`);
}

/** npm writes node_modules/.package-lock.json last: absent or older than the lock file means an install is due. */
function isInstalled() {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const present = JSON.parse(readFileSync(installed, "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === "" || entry.optional || entry.link || present[path]?.version === entry.version,
  );
}

/** The npm that runs this script, so that no second one on the PATH surprises. */
function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith(".js")) return { file: process.execPath, args: [script] };
  return { file: process.platform === "win32" ? "npm.cmd" : "npm", args: [] };
}

function compareVersions(left, right) {
  const [a, b] = [left, right].map((version) => version.split(".").map(Number));
  const index = a.findIndex((part, position) => part !== (b[position] ?? 0));
  return index === -1 ? 0 : a[index] - (b[index] ?? 0);
}

function readManifest() {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
