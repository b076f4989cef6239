// `npm start`. Plain JavaScript that an old Node can read, so that it can say that it is too old. The service then runs in this very process: a
// signal to npm, to this process or to the whole group reaches it directly.
import { pathToFileURL } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";

async function loadService() {
  const { bundle } = await import("./bundle.mjs");
  let file;
  try {
    file = await bundle({ name: "all-in-one", entry: "services/all-in-one/src/main.ts" });
  } catch {
    // a checkout that this user may not write: slower, but nothing has to be kept
    const { register } = await import("tsx/esm/api");
    register();
    return import("../services/all-in-one/src/main.ts");
  }
  return import(pathToFileURL(file).href);
}

async function start() {
  ensureInstalled();
  const { main } = await loadService();
  await main();
}

start().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
