import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

export interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Starts a process whose log names the port. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Server> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let port: number | undefined;
  // read to the end: a full pipe would hold the process up
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
  return { child, port: port ?? 0 };
}
