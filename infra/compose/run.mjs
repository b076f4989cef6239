import { spawn } from "node:child_process";

/** A program that ended with a code other than 0. */
class CommandFailed extends Error {
  name = "CommandFailed";
  constructor(command, code, output) {
    super(`${command} failed (${code}):\n${lastLines(output, 25)}`);
    this.output = output;
  }
}

/**
 * Runs a program to its end and answers what it wrote to stdout. `input`: a readable stream or text for its stdin. Throws CommandFailed with the last lines
 * of what it said; an abort ends it.
 */
export async function run(file, args, { env = {}, cwd, input, signal, timeoutMs = 600_000 } = {}) {
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // Ctrl-C reaches this process alone, which then ends the child and cleans up
    detached: true,
  });
  const out = [];
  const all = [];
  child.stdout.on("data", (chunk) => (out.push(chunk), all.push(chunk)));
  child.stderr.on("data", (chunk) => all.push(chunk));
  if (typeof input === "string") child.stdin.end(input);
  else input?.pipe(child.stdin);
  const end = () => child.kill("SIGTERM");
  signal?.addEventListener("abort", end, { once: true });
  const timer = setTimeout(end, timeoutMs);
  const code = await new Promise((resolve) => {
    child.once("error", (error) => (all.push(Buffer.from(error.message)), resolve("not started")));
    child.once("close", (exitCode, killedBy) => resolve(exitCode ?? killedBy));
  });
  clearTimeout(timer);
  signal?.removeEventListener("abort", end);
  signal?.throwIfAborted();
  const text = (chunks) => Buffer.concat(chunks).toString("utf8");
  if (code !== 0) throw new CommandFailed([file, ...args].join(" ").slice(0, 200), code, text(all));
  return text(out);
}

/** As `run`, but null when it fails. */
export async function tryRun(file, args, options) {
  try {
    return await run(file, args, options);
  } catch (error) {
    if (error instanceof CommandFailed) return null;
    throw error;
  }
}

/** Repeats `look` until it answers something other than null or undefined; throws with what it last threw when that takes too long. */
export async function waitFor(what, { withinMs, signal, everyMs = 200 }, look) {
  const end = performance.now() + withinMs;
  let last;
  while (performance.now() < end) {
    signal?.throwIfAborted();
    try {
      const found = await look();
      if (found !== null && found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`${what}: not within ${withinMs / 1_000} s${last ? ` (${last.message})` : ""}`, {
    cause: last,
  });
}

function lastLines(text, count) {
  return text.trimEnd().split("\n").slice(-count).join("\n");
}
