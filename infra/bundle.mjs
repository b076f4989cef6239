import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const outputDir = join(root, "dist");

/**
 * The path of one file with all the code that the source `entry` needs, npm packages included; made once, and again when a source has changed.
 * Measured on 2 busy cores, time to load: 0.3 s as one file, 0.8-1.4 s with the npm packages left outside, 1.5-2 s through tsx.
 */
export async function bundle({ name, entry }) {
  const file = join(outputDir, `${name}-${fingerprint()}.mjs`);
  if (existsSync(file)) return file;
  mkdirSync(outputDir, { recursive: true });
  const esbuild = await import("esbuild");
  const draft = `${file}.${process.pid}`;
  await esbuild.build({
    // node-pg-migrate is loaded only when a migration is due
    ...buildOptions([nativeCode, "node-pg-migrate"]),
    entryPoints: [join(root, entry)],
    outfile: draft,
  });
  // its helper process would otherwise live as long as this one
  await esbuild.stop();
  renameSync(draft, file);
  removeOlder(name, file);
  return file;
}

const nativeCode = "@node-rs/argon2";

/** One directory with a file for each of `entries` (name → source), and files of what they share. Everything is in them but native code. */
export async function bundleTogether({ entries, directory }) {
  const esbuild = await import("esbuild");
  await esbuild.build({
    ...buildOptions([nativeCode]),
    entryPoints: Object.entries(entries).map(([out, entry]) => ({ out, in: join(root, entry) })),
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    chunkNames: "shared-[hash]",
    logLevel: "warning",
  });
  await esbuild.stop();
}

/** `outside`: packages that stay where they are installed. */
const buildOptions = (outside) => ({
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  logLevel: "silent",
  // not `keepNames`: it names each function anew whenever one is made, a twelfth of what a page of a list costs. Of two classes with one name, logs show the
  // second with a number (`DatabaseError2`)
  // packages in CommonJS require node's modules
  banner: {
    js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
  },
  plugins: [
    {
      name: "files stay where they are",
      setup(build) {
        const filter = new RegExp(`^(${outside.join("|")})$`);
        build.onResolve({ filter }, ({ path, importer }) => ({
          path: pathToFileURL(createRequire(importer).resolve(path)).href,
          external: true,
        }));
        build.onResolve({ filter: /^pg-native$/ }, ({ path }) => ({ path, external: true }));
        // a module that looks for files beside itself finds them beside its source
        build.onLoad({ filter: /[\\/](packages|services)[\\/].*\.ts$/ }, ({ path }) => ({
          contents: readFileSync(path, "utf8")
            .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
            .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
            .replaceAll("import.meta.filename", JSON.stringify(path)),
          loader: "ts",
        }));
      },
    },
  ],
});

/** Changes with every source, every installed version, and the place of the repository. */
function fingerprint() {
  const hash = createHash("sha256").update(`${root}\n${process.versions.modules}\n`);
  for (const path of ["package-lock.json", "infra/bundle.mjs", ...sources()]) {
    const { mtimeMs, size } = statSync(join(root, path));
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

function sources() {
  return ["packages", "services"].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((name) => {
      const directory = join(group, name, "src");
      if (!existsSync(join(root, directory))) return [];
      return readdirSync(join(root, directory), { recursive: true })
        .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
        .toSorted((left, right) => (left < right ? -1 : 1))
        .map((path) => join(directory, path));
    }),
  );
}

function removeOlder(name, current) {
  for (const file of readdirSync(outputDir).map((entry) => join(outputDir, entry))) {
    if (file !== current && file.startsWith(join(outputDir, `${name}-`))) rmSync(file);
  }
}
