import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export interface PollLoad {
  readonly apiUrl: string;
  /** Of tenants whose first page is full; they take turns. */
  readonly keys: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

/** Milliseconds from when a request was due to its answer. */
export interface Polled {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}

/** Polls first pages from another process. */
export async function pollLists(load: PollLoad): Promise<Polled> {
  const file = join(import.meta.dirname, "poll-load.ts");
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(load));
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error("polling failed");
  // as: poll-load.ts prints it
  return JSON.parse(output) as Polled;
}
