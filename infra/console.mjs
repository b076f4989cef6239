// The console as files for browsers. `node infra/console.mjs` builds it when its sources have changed and prints where it is; services find the newest
// build under dist/console, which is a link to it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const outputDir = join(root, "dist");
const project = join(root, "services", "web", "console");
const link = join(outputDir, "console");
/** A running service may still serve an older build. */
const keptForMs = 24 * 60 * 60 * 1_000;

/** Where the build of the sources as they are now is, or has to be made. */
export function consoleDirectory() {
  return join(outputDir, `console-${fingerprint()}`);
}

/** Whether nothing has to be built; the link then leads there. */
export function consoleIsBuilt() {
  const directory = consoleDirectory();
  if (!existsSync(directory)) return false;
  pointTo(directory);
  return true;
}

/** Builds when it is due. Resolves with the directory. */
export async function buildConsole() {
  const directory = consoleDirectory();
  if (!existsSync(directory)) {
    const started = performance.now();
    process.stderr.write("Building the console (once, and when its sources have changed)\n");
    const draft = `${directory}.${process.pid}`;
    await buildConsoleInto(draft);
    // another process may have been faster
    if (existsSync(directory)) rmSync(draft, { recursive: true });
    else renameSync(draft, directory);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    process.stderr.write(`The console is built (${seconds} s)\n`);
    removeOlder(directory);
  }
  pointTo(directory);
  return directory;
}

/** The same in a process of its own: what the bundler needs in memory is gone with it. Resolves whether it worked. */
export function buildConsoleApart() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

/** Always builds. */
export async function buildConsoleInto(directory) {
  const { build } = await import("vite");
  const environment = process.env.NODE_ENV;
  // a test that builds it gets what users get
  process.env.NODE_ENV = "production";
  try {
    await build({
      configFile: join(project, "vite.config.ts"),
      logLevel: "warn",
      build: { outDir: directory, emptyOutDir: true },
    });
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
  }
  await compressFiles(join(directory, "assets"));
}

/** Beside each file its compressed forms: small files for slow networks, without work per request. */
async function compressFiles(directory) {
  const names = (await readdir(directory)).filter((name) => /\.(js|css|svg)$/.test(name));
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  await Promise.all(
    names.map(async (name) => {
      const file = join(directory, name);
      const content = await readFile(file);
      if (content.length < 1_000) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
      await writeFile(`${file}.br`, await brotli(content, { params }));
      await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
    }),
  );
}

/** Changes with every source, and with every installed version. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const path of sources()) {
    const { mtimeMs, size } = statSync(join(root, path));
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

function sources() {
  return [
    "package-lock.json",
    "infra/console.mjs",
    "services/web/console/index.html",
    "services/web/console/vite.config.ts",
    "services/web/src/auth/roles.ts",
    "services/web/src/console-app/console-paths.ts",
    ...["services/web/console/src", "packages/domain/src"].flatMap((directory) =>
      readdirSync(join(root, directory), { recursive: true })
        .filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path))
        .toSorted((left, right) => (left < right ? -1 : 1))
        .map((path) => join(directory, path)),
    ),
  ];
}

/** Swaps the link in one step. */
function pointTo(directory) {
  const draft = `${link}.${process.pid}.link`;
  rmSync(draft, { force: true });
  symlinkSync(basename(directory), draft);
  try {
    renameSync(draft, link);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function removeOlder(current) {
  const oldest = Date.now() - keptForMs;
  for (const name of readdirSync(outputDir).filter((entry) => entry.startsWith("console-"))) {
    const directory = join(outputDir, name);
    if (directory !== current && statSync(directory).mtimeMs < oldest) {
      rmSync(directory, { recursive: true, force: true });
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(outputDir, { recursive: true });
  process.stdout.write(`${await buildConsole()}\n`);
}
