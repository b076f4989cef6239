// What goes into the image: a bundle for each role, the files that they look for beside their sources, and native code. The paths in the bundles are
// those of this checkout, so the result has to lie at the same place (the Dockerfile uses /app for both).
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleTogether } from "../bundle.mjs";
import { buildConsoleInto } from "../console.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = join(root, "dist", "image");
const commandLine = "services/all-in-one/src/command-line/main.ts";

/** Every service that runs as a process of its own. */
function services() {
  const mains = readdirSync(join(root, "services")).map((name) => [
    name,
    `services/${name}/src/main.ts`,
  ]);
  return Object.fromEntries(
    mains.filter(([name, main]) => name !== "all-in-one" && existsSync(join(root, main))),
  );
}

function copy(path) {
  cpSync(join(root, path), join(target, path), { recursive: true });
}

function copyMigrations() {
  for (const group of ["packages", "services"]) {
    for (const name of readdirSync(join(root, group))) {
      const directory = join(group, name, "migrations");
      if (existsSync(join(root, directory))) copy(directory);
    }
  }
}

/** What the API reference is made of (services/web/src/reference/reference-files.ts). */
function copyReference() {
  copy("docs/openapi/read-api.json");
  copy("docs/integrating.md");
  copy("docs/webhooks.md");
  copy("docs/webhooks");
  copy("node_modules/@scalar/fastify-api-reference/dist/js");
}

rmSync(target, { recursive: true, force: true });
await bundleTogether({
  entries: { ...services(), "command-line": commandLine },
  directory: join(target, "roles"),
});
copyMigrations();
await buildConsoleInto(join(target, "dist", "console"));
copy("node_modules/@node-rs");
copyReference();
for (const file of ["main.mjs", "health.mjs"]) {
  cpSync(join(root, "infra", "image", file), join(target, file));
}
