import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

// Debian's, Ubuntu's and Fedora's names, and Chrome's: playwright-core drives any of them
const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const usualDirectories = ["/usr/bin", "/usr/local/bin", "/snap/bin"];

/** Path of the browser for the browser tests; null when there is none. `CHROMIUM` goes before the PATH. */
export function findBrowser(env = process.env, directories = usualDirectories) {
  if (env.CHROMIUM) return isProgram(env.CHROMIUM) ? env.CHROMIUM : null;
  const onPath = (env.PATH ?? "").split(delimiter).filter((directory) => directory !== "");
  for (const directory of [...onPath, ...directories]) {
    const found = names.map((name) => join(directory, name)).find(isProgram);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * The browser, installed first where that can be done without a question: on Debian and its like, as root. Else the reason why there is none, as a
 * sentence with the remedy.
 */
export function ensureBrowser({
  env = process.env,
  install = installChromium,
  find = findBrowser,
} = {}) {
  const found = find(env);
  if (found !== null) return { executable: found };
  if (env.CHROMIUM) {
    return { skipped: `CHROMIUM names ${env.CHROMIUM}, which is no program. Correct or unset it.` };
  }
  const failure = install();
  const installed = find(env);
  if (installed !== null) return { executable: installed };
  return { skipped: failure ?? "Chromium was installed, but is not on the PATH. Set CHROMIUM." };
}

/** Why it could not be installed; null when it was. */
function installChromium() {
  const remedy = "Install it (Debian: apt-get install chromium), or set CHROMIUM to its path.";
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) {
    return `There is no Chromium. ${remedy}`;
  }
  process.stderr.write(
    "Installing Debian's Chromium for the browser tests (once, about a minute)\n",
  );
  const aptGet = (...args) =>
    spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      timeout: 300_000,
    });
  const wanted = ["install", "-y", "--no-install-recommends", "chromium"];
  // without the update only where the lists are missing or old: it takes longer than the installation
  if (aptGet(...wanted).status === 0) return null;
  aptGet("update");
  const { status, stderr } = aptGet(...wanted);
  return status === 0 ? null : `Chromium could not be installed (${lastLine(stderr)}). ${remedy}`;
}

function lastLine(text) {
  return (text ?? "").trim().split("\n").at(-1) || "apt-get failed";
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
