import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { nodeFlags } from "../../../infra/image/node-flags.mjs";
import { readFigures, type FigureFile } from "../figure.ts";
import type { Part } from "../parts.ts";
import type { ProcessFacts } from "../process-cpu.ts";
import { descendantsOf, signal, untilGone } from "./descendants.ts";

const root = join(import.meta.dirname, "../../..");

/** What became of a part. */
export interface PartRun {
  readonly part: Part;
  readonly seconds: number;
  /** Of the machine, over the last minute. */
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly result: FigureFile;
  /** Null: it went well. */
  readonly failure: string | null;
}

export interface RunOptions {
  /** For all that the part writes; the caller removes it. */
  readonly directory: string;
  /** Ends the part, and all that it has started, early. */
  readonly signal: AbortSignal;
  say(line: string): void;
}

/** Runs a part to its end; its output goes through with its name and the time since its start. Never rejects. */
export async function runPart(part: Part, options: RunOptions): Promise<PartRun> {
  const { directory, say } = options;
  const startedAt = performance.now();
  const loadBefore = loadavg()[0] ?? Number.NaN;
  const json = join(directory, `${part.name}.json`);
  const child = start(part, json, directory);
  const line = (text: string): void => {
    say(`[${part.name} ${clockOf(performance.now() - startedAt)}] ${text}`);
  };
  const lastError = passOn(child, line);
  const ended = await endOf(child, part, options.signal);
  const seconds = (performance.now() - startedAt) / 1_000;
  const loads = { loadBefore, loadAfter: loadavg()[0] ?? Number.NaN };
  const read = ended === null ? tryRead(json) : { result: tryRead(json).result, failure: ended };
  const failure = read.failure === null ? null : `${read.failure}${lastError()}`;
  if (failure !== null) line(`failed: ${failure}`);
  return { part, seconds, ...loads, result: read.result, failure };
}

function start(part: Part, json: string, directory: string) {
  const file = join(import.meta.dirname, "..", part.script);
  const args = [...nodeFlags, "--import", "tsx", file, ...part.arguments, "--json", json];
  return spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, TMPDIR: directory },
    // a group of its own: Ctrl-C reaches this process, which ends the part with all that it started
    detached: true,
  });
}

/** Answers what to say of the last line of the part's errors. */
function passOn(
  child: { readonly stdout: Readable; readonly stderr: Readable },
  line: (text: string) => void,
): () => string {
  let last = "";
  createInterface({ input: child.stdout }).on("line", line);
  createInterface({ input: child.stderr }).on("line", (text) => {
    if (/Error\b/.test(text)) last = text.trim();
    line(text);
  });
  return () => (last === "" ? "" : ` (${last})`);
}

/** Null when it ended by itself and well; else a few words. Nothing that it started is left then. */
async function endOf(
  child: ChildProcess,
  part: Part,
  stopped: AbortSignal,
): Promise<string | null> {
  const { pid } = child;
  if (pid === undefined) return "did not start";
  let why: string | null = null;
  const seen = new Map<number, ProcessFacts>();
  const look = (): void => {
    for (const one of descendantsOf(pid)) seen.set(one.pid, one);
  };
  const end = (reason: string): void => {
    why ??= reason;
    look();
    // the group: servers for the part end, too; databases and brokers notice that the part is gone
    signal(-pid, "SIGTERM");
  };
  const stop = (): void => end("stopped");
  const watch = setInterval(look, 1_000);
  const limit = setTimeout(() => end("took too long"), limitMs(part));
  stopped.addEventListener("abort", stop, { once: true });
  const exited = once(child, "exit");
  const closed = once(child, "close");
  if (stopped.aborted) stop();
  // as: the arguments of the event
  const [code, how] = (await exited) as [number | null, string | null];
  clearInterval(watch);
  clearTimeout(limit);
  stopped.removeEventListener("abort", stop);
  signal(-pid, "SIGTERM");
  await untilGone([...seen.values()], 15_000);
  await closed;
  return why ?? (code === 0 ? null : `ended with ${how ?? `exit code ${String(code)}`}`);
}

function limitMs({ minutes }: Part): number {
  return Math.max(10, 4 * minutes) * 60_000;
}

function tryRead(json: string): Pick<PartRun, "result" | "failure"> {
  try {
    return { result: readFigures(json), failure: null };
  } catch {
    return { result: { figures: [], used: {} }, failure: "wrote no figures" };
  }
}

function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, "0")}`;
}
