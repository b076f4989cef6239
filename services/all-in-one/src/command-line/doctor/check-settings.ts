import { ConfigurationError } from "@shipment-tracking/runtime";
import { readSettings } from "../../config.ts";
import type { Environment } from "../connection.ts";
import type { Installation } from "../installation.ts";
import { type Check, fail, ok, warn } from "./check.ts";

/** The environment, as `npm start` would read it here. */
export function checkSettings(env: Environment): readonly Check[] {
  try {
    readSettings(env, { simulator: true });
    return [ok("settings", "The environment's settings are valid.")];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [
      fail("settings", error.message.replaceAll("\n", " "), "Correct the environment variables."),
    ];
  }
}

/** Whether the process that runtime.json names is there. */
export function checkService({ runtime, dataDir }: Installation): Check {
  if (runtime === null) {
    return warn(
      "service",
      `No npm start runs in ${dataDir}.`,
      "Start it, or set DATA_DIR to its data directory; without it, give the databases by variables.",
    );
  }
  const { pid, publicUrl } = runtime;
  return isAlive(pid)
    ? ok("service", `npm start runs as process ${String(pid)}: ${publicUrl}`)
    : fail("service", `Process ${String(pid)} of npm start has died.`, "Run npm start again.");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // another user's process is there, too
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
