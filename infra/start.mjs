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

/** A console that cannot be built is no reason not to start: its pages then say how to build it. */
async function prepareConsole() {
  if (process.env.CONSOLE_DIR !== undefined) return;
  const { buildConsoleApart, consoleIsBuilt } = await import("./console.mjs");
  try {
    if (consoleIsBuilt()) return;
  } catch {
    // this user may not write here, so neither can the console be built
    return;
  }
  await buildConsoleApart();
}

async function start() {
  ensureInstalled();
  const [{ main }] = await Promise.all([loadService(), prepareConsole()]);
  await main();
}

start().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
