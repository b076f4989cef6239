import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { nodeFlags } from "../../../infra/image/node-flags.mjs";
import { bundleServices } from "../../crash/system/bundle-services.ts";

export interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Starts a process, with the flags of the image, whose log names the port. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Server> {
  const child = spawn(process.execPath, [...nodeFlags, ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let port: number | undefined;
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => {
      reject(new Error("the server did not start"));
    });
    lines.on("line", (line) => {
      if (port !== undefined) return;
      // both kinds of server log JSON lines
      const fields = JSON.parse(line) as { readonly port?: number };
      port = fields.port;
      if (port !== undefined) resolve();
    });
  });
  lines.close();
  // read to the end, since a full pipe would hold the process up, but not taken apart: that would be load, too
  child.stdout.resume();
  return { child, port: port ?? 0 };
}

/** Starts the read API as it is shipped, from one file; `cacheMb`: megabytes of kept answers. */
export async function startReadApi(
  databaseUrl: string,
  settings: { readonly cacheMb?: number } = {},
): Promise<Server> {
  const directory = mkdtempSync(join(tmpdir(), "tracking-read-api-"));
  try {
    const file = (await bundleServices(new Set(["api"]), directory)).get("api") ?? "";
    return await startServer([file], {
      API_DATABASE_URL: databaseUrl,
      ...(settings.cacheMb !== undefined && { API_CACHE_MB: String(settings.cacheMb) }),
      PORT: "0",
      HEALTH_PORT: "0",
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
