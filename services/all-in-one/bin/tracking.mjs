#!/usr/bin/env node
// The `tracking` command. Plain JavaScript, for an old Node must get as far as to say that it is too old.
import { pathToFileURL } from "node:url";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Node ${process.versions.node} is too old: install Node 20.19 or newer (https://nodejs.org).\n`,
  );
  process.exit(1);
}

async function loadCommand() {
  try {
    const { bundle } = await import("../../../infra/bundle.mjs");
    const entry = "services/all-in-one/src/command-line/main.ts";
    return await import(pathToFileURL(await bundle({ name: "tracking", entry })).href);
  } catch {
    // a checkout that this user may not write: slower, but nothing has to be kept
    const { register } = await import("tsx/esm/api");
    register();
    return import("../src/command-line/main.ts");
  }
}

const { main } = await loadCommand();
process.exitCode = await main(process.argv);
