import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./instance.ts";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the `tracking` command as a process of its own, ended after a minute. */
export async function runTracking(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const child = spawn(join(root, "services/all-in-one/bin/tracking.mjs"), args, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  const output = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.err += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...output };
}
